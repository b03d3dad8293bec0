import { typedWish } from "#app/domain/orders/wishes/wish.ts";
import { changeField, type WantedLine, type WantedProduct } from "./change-plan.ts";

export interface WantedChange {
  /** The order version that the form showed. */
  version: number;
  notes: string;
  /** The client's purchase order number; undefined leaves it as it is. */
  poNumber?: string | undefined;
  /** Staff's reason for promising more than is in stock; ignored for clients. */
  override?: string | undefined;
  lines: WantedLine[];
  products: WantedProduct[];
}

/** Shown when the server failed or couldn't be reached. */
export const changeFailed = "The order could not be changed. Please try again.";

export const addRows = ["1", "2", "3"] as const;

/** Returns a product's form value: its id, price and unit as shown. */
export function productChoice(product: { id: string; pricePerLb: string; unit: string }): string {
  return `${product.id} ${product.pricePerLb} ${product.unit}`;
}

/** Parses a submitted form. Never throws; `planChange` reports what can't be read. */
export function readChange(fields: Record<string, string>): WantedChange {
  const prefix = changeField.quantity("");
  const lines: WantedLine[] = [];
  for (const [name, quantity] of Object.entries(fields)) {
    if (!name.startsWith(prefix)) continue;
    const lineId = name.slice(prefix.length);
    const isRemoved = changeField.remove(lineId) in fields;
    const seenPricePerLb = fields[changeField.price(lineId)] ?? "";
    // A form without wish fields leaves the wishes as they are.
    const hasWish = changeField.wish("note", lineId) in fields;
    const wish = hasWish
      ? typedWish((part) => fields[changeField.wish(part, lineId)] ?? "")
      : undefined;
    const pricePerLb = fields[changeField.ownPrice("pricePerLb", lineId)];
    const reason = fields[changeField.ownPrice("reason", lineId)] ?? "";
    const price = pricePerLb === undefined ? undefined : { pricePerLb, reason };
    lines.push({ lineId, quantity, isRemoved, seenPricePerLb, wish, price });
  }
  const products = addRows.map((row) => {
    const [productId = "", seenPricePerLb = "", ...unit] = (
      fields[changeField.addProduct(row)] ?? ""
    ).split(" ");
    const quantity = fields[changeField.addQuantity(row)] ?? "";
    return { row, productId, quantity, seenPricePerLb, seenUnit: unit.join(" ") };
  });
  const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
  const { [changeField.notes]: notes = "", [changeField.poNumber]: poNumber } = fields;
  const override = fields[changeField.override];
  return { version, notes, poNumber, override, lines, products };
}
