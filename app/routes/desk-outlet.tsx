import { Outlet, useRevalidator } from "react-router";
import { useLiveEvents } from "#app/features/live/use-live-events.ts";
import { PageToCome, useSlowPage } from "./page-to-come.tsx";

/**
 * The page within the frame of the client area or the back office: its lists keep up with what others
 * do, and a way that takes long shows the shape of what comes.
 */
export function DeskOutlet() {
  const { revalidate } = useRevalidator();
  useLiveEvents(revalidate);
  const isSlow = useSlowPage();
  return (
    <>
      {/* The page that is left keeps what was typed, should the way to the next one be given up. */}
      <div hidden={isSlow}>
        <Outlet />
      </div>
      {isSlow && <PageToCome />}
    </>
  );
}
