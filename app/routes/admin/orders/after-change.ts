import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For pages that change orders: revalidates after refusals too, because the page is then stale, but
 * not while the server is unreachable.
 */
export function revalidateAfterChange(asked: ShouldRevalidateFunctionArgs): boolean {
  return (asked.actionStatus ?? 500) < 500 || asked.defaultShouldRevalidate;
}
