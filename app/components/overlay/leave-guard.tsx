import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useOnDemand } from "../use-on-demand.ts";

const loadDialog = () => import("./confirm-dialog.tsx");

interface LeaveGuardProps {
  /** There is something that leaving would lose. */
  when: boolean;
  /** The question itself. */
  title: string;
  description: string;
  leaveLabel: string;
  stayLabel: string;
}

/**
 * Asks before the page is left, by a link, by Back or by closing the tab; the browser asks the last
 * in words of its own. Another address of the same page is no leaving.
 */
export function LeaveGuard({ when, title, description, leaveLabel, stayLabel }: LeaveGuardProps) {
  // Fetched as soon as there is something to lose: the connection may be what fails next.
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
    // What would have been lost is safe now.
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
