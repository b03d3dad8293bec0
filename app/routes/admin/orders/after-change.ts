import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For a page that changes orders: its data is asked for anew after a refusal too, which is when the
 * page is behind the truth; but not while the server is away.
 */
export function revalidateAfterChange(asked: ShouldRevalidateFunctionArgs): boolean {
  return (asked.actionStatus ?? 500) < 500 || asked.defaultShouldRevalidate;
}
