import { useLocation } from "react-router";
import { SaidOnce } from "#app/components/toast/said-once.tsx";

/** The query parameter with the address that there is no page for. */
export const unknownPage = "no-page";

const parameters = [unknownPage];

/** Most characters of the address that are shown. */
const maxShown = 80;

/** Says once why the first page is shown instead of the one that was asked for. */
export function UnknownPage() {
  const path = new URLSearchParams(useLocation().search).get(unknownPage);
  if (path === null) return null;
  return (
    <SaidOnce
      isRefusal
      title="There is no such page"
      description={`${path.slice(0, maxShown)} leads nowhere, so you are where the back office begins.`}
      parameters={parameters}
      className="mt-6"
    />
  );
}
