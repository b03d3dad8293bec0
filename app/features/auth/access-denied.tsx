import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "#app/components/notice.tsx";
import { toast } from "#app/components/toast-store.ts";
import { deniedParameter } from "./landing.ts";

const title = "Access Denied";
const description = "You don't have permission to access this area";

/**
 * Says, once, why somebody who asked for an administrator's page is here instead (specification,
 * section 4). Stands in the layout of /dashboard.
 */
export function AccessDenied() {
  const [parameters, setParameters] = useSearchParams();
  const denied = parameters.has(deniedParameter);

  useEffect(() => {
    if (!denied) return;
    toast({ title, description, variant: "destructive" });
    const forget = (before: URLSearchParams) => {
      before.delete(deniedParameter);
      return before;
    };
    // Neither a reload nor a bookmark says it again.
    setParameters(forget, { replace: true, preventScrollReset: true });
  }, [denied, setParameters]);

  if (!denied) return null;
  return (
    <noscript>
      <Notice tone="error" title={title}>
        {description}
      </Notice>
    </noscript>
  );
}
