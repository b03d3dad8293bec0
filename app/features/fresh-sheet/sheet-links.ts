import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { isUuid } from "#app/lib/uuid.ts";

// A link to add a cut isn't secret: it only names a cut of a sheet, and does nothing for anyone the
// sheet wasn't sent to. They have to sign in, since the draft is kept in their own browser.

/** Path of "Add" in a fresh sheet: the order form, which adds the cut. */
export function addFromSheetPath(sheetId: string, productId: string): string {
  return `${placeOrderPath}?${new URLSearchParams({ sheet: sheetId, add: productId })}`;
}

/** Returns what such a URL asks to add; null for any other. */
export function addedInPath({
  searchParams,
}: Pick<URL, "searchParams">): { sheetId: string; productId: string } | null {
  const [sheetId, productId] = [searchParams.get("sheet") ?? "", searchParams.get("add") ?? ""];
  return isUuid(sheetId) && isUuid(productId) ? { sheetId, productId } : null;
}
