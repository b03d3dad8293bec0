import { useNavigation } from "react-router";

/** Whether the next page is on its way, for the `aria-busy` of the page that is still shown. */
export function usePageIsBusy(): true | undefined {
  return useNavigation().state === "idle" ? undefined : true;
}

/** A thin line along the top of the window while the next page is on its way; once, in the root. */
export function PageProgress() {
  const isBusy = usePageIsBusy();
  return isBusy && <div role="progressbar" aria-label="Loading" className="page-progress" />;
}
