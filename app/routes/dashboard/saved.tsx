import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "#app/components/notice.tsx";
import { toast } from "#app/components/toast-store.ts";

const parameter = "saved";
const titles = { profile: "Account updated", password: "Password changed" };

/** Where a form of the account leads after it went well; the page there says so, once. */
export function savedPath(what: keyof typeof titles): string {
  return `/dashboard/account?${parameter}=${what}`;
}

/** Says, once, that what was sent is saved: in a toast, without JavaScript on the page. */
export function Saved() {
  const [parameters, setParameters] = useSearchParams();
  const what = parameters.get(parameter);
  const title = what === "profile" || what === "password" ? titles[what] : null;

  useEffect(() => {
    if (!title) return;
    toast({ title });
    const forget = (before: URLSearchParams) => {
      before.delete(parameter);
      return before;
    };
    // Neither a reload nor a bookmark says it again.
    setParameters(forget, { replace: true, preventScrollReset: true });
  }, [title, setParameters]);

  if (!title) return null;
  return (
    <noscript>
      <Notice tone="success" title={title} className="mb-8" />
    </noscript>
  );
}
