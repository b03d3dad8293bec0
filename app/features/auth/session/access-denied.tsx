import { useLocation } from "react-router";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { deniedParameter } from "./landing.ts";

const parameters = [deniedParameter];

/**
 * Shows once why the user was redirected here from another page (specification, section 4). Used in
 * the layouts that guards redirect to.
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
