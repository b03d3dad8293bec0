import { useNavigation } from "react-router";

/** Whether a navigation is pending, for the `aria-busy` of the current page. */
export function usePageIsBusy(): true | undefined {
  return useNavigation().state === "idle" ? undefined : true;
}

/** A thin progress line at the top of the window during navigations; once, in the root. */
export function PageProgress() {
  const isBusy = usePageIsBusy();
  return isBusy && <div role="progressbar" aria-label="Loading" className="page-progress" />;
}
