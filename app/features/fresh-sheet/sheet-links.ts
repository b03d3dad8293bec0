import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { isUuid } from "#app/lib/uuid.ts";

// These links aren't secret: they only name a cut of a sheet, and do nothing for anyone the sheet
// wasn't sent to. Clients have to sign in, because the draft is kept in their browser.

/** Returns the path of "Add" in a fresh sheet: the order form, which adds the cut. */
export function addFromSheetPath(sheetId: string, productId: string): string {
  return `${placeOrderPath}?${new URLSearchParams({ sheet: sheetId, add: productId })}`;
}

/** Returns what such a path asks to add; null for any other. */
export function addedInPath({
  searchParams,
}: Pick<URL, "searchParams">): { sheetId: string; productId: string } | null {
  const [sheetId, productId] = [searchParams.get("sheet") ?? "", searchParams.get("add") ?? ""];
  return isUuid(sheetId) && isUuid(productId) ? { sheetId, productId } : null;
}
