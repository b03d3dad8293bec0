import { useLocation, useNavigation } from "react-router";
import { Spinner } from "#app/components/page/spinner.tsx";
import { isGuarded } from "./landing.ts";

/**
 * Shows a spinner while navigating from a public page to a guarded one, until the server has
 * decided (specification, section 4). A full page load doesn't need it.
 */
export function GuardedPending() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  if (!location || !isGuarded(location.pathname) || isGuarded(pathname)) return null;
  return (
    // Delayed, so that fast answers don't flash a spinner.
    <div className="fixed inset-0 z-50 grid animate-[fade-in_150ms_200ms_both] place-items-center bg-paper/85">
      <Spinner />
    </div>
  );
}
