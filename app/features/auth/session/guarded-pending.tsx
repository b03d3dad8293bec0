import { useLocation, useNavigation } from "react-router";
import { Spinner } from "#app/components/page/spinner.tsx";
import { isGuarded } from "./landing.ts";

/**
 * Shows a spinner while the server decides about a page for signed-in people that was gone to from a
 * public one (specification, section 4). A page that is loaded anew comes with its decision made.
 */
export function GuardedPending() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  if (!location || !isGuarded(location.pathname) || isGuarded(pathname)) return null;
  return (
    // A decision that is made at once is not worth a flash of it.
    <div className="fixed inset-0 z-50 grid animate-[fade-in_150ms_200ms_both] place-items-center bg-paper/85">
      <Spinner />
    </div>
  );
}
