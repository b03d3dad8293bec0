import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { isUuid } from "#app/lib/uuid.ts";

// A link to add a cut is no secret: it only says which cut of which sheet, and does nothing for anybody
// whom that sheet was not sent to. They sign in, since the draft is kept in their own browser.

/** Where a press on "Add" in a fresh sheet leads: to the order form, which puts the cut in. */
export function addFromSheetPath(sheetId: string, productId: string): string {
  return `${placeOrderPath}?${new URLSearchParams({ sheet: sheetId, add: productId })}`;
}

/** What such an address asks to add; null for any other. */
export function addedInPath({
  searchParams,
}: Pick<URL, "searchParams">): { sheetId: string; productId: string } | null {
  const [sheetId, productId] = [searchParams.get("sheet") ?? "", searchParams.get("add") ?? ""];
  return isUuid(sheetId) && isUuid(productId) ? { sheetId, productId } : null;
}
