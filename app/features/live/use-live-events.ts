import { useEffect, useEffectEvent } from "react";
import { followEvents } from "./follow-events.ts";

/**
 * Calls `onChange` when the signed-in account's orders changed or may have, its invoices included;
 * for an administrator everyone's, and the inbox. Give it the page's `revalidate`. Once on a page, in its layout.
 */
export function useLiveEvents(onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => followEvents(() => changed()), []);
}
