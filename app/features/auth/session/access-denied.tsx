import { useLocation } from "react-router";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { deniedParameter } from "./landing.ts";

const parameters = [deniedParameter];

/**
 * Says, once, why somebody who asked for another page is here instead (specification, section 4).
 * Stands in the layouts that a guard leads to.
 */
export function AccessDenied({
  description = "You don't have permission to access this area",
}: {
  description?: string;
}) {
  const { search } = useLocation();
  if (!new URLSearchParams(search).has(deniedParameter)) return null;
  return (
    <SaidOnce isRefusal title="Access Denied" description={description} parameters={parameters} />
  );
}
