import { Outlet, useRevalidator } from "react-router";
import { useLiveEvents } from "#app/features/live/follow-events.ts";
import { PageToCome, useSlowPage } from "./page-to-come.tsx";

/**
 * The page within the frame of the client area or back office: revalidates on others' changes, and
 * shows a skeleton during slow navigations.
 */
export function DeskOutlet() {
  const { revalidate } = useRevalidator();
  useLiveEvents(revalidate);
  const isSlow = useSlowPage();
  return (
    <>
      {/* Hidden rather than unmounted, so that input survives if the navigation is cancelled. */}
      <div hidden={isSlow}>
        <Outlet />
      </div>
      {isSlow && <PageToCome />}
    </>
  );
}
