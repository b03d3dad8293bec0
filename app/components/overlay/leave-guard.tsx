import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useOnDemand } from "../use-on-demand.ts";

const loadDialog = () => import("./confirm-dialog.tsx");

interface LeaveGuardProps {
  when: boolean;
  title: string;
  description: string;
  leaveLabel: string;
  stayLabel: string;
}

/**
 * Asks before leaving the page by a link, Back or closing the tab; for the last, the browser shows
 * its own text. Navigating within the same page doesn't count.
 */
export function LeaveGuard({ when, title, description, leaveLabel, stayLabel }: LeaveGuardProps) {
  // Load the dialog once there is something to lose, as the connection may fail next.
  const dialog = useOnDemand(loadDialog, when, () => {});
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && dialog !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [when]);
  useEffect(() => {
    // Nothing to lose any more.
    if (!when && blocker.state === "blocked") blocker.proceed();
  }, [when, blocker]);

  if (!dialog) return null;
  return (
    <dialog.ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={title}
      description={<p>{description}</p>}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      tone="danger"
      closesOnBack={false}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
