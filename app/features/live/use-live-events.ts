import { useEffect, useEffectEvent } from "react";
import { followEvents } from "./follow-events.ts";

/**
 * Calls `onChange` when the account's orders or invoices changed or may have; for administrators,
 * everyone's and the inbox. Pass it the page's `revalidate`. Use once per page, in its layout.
 */
export function useLiveEvents(onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => followEvents(() => changed()), []);
}
