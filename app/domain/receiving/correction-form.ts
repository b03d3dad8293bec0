import { toDollars } from "#app/lib/amounts/money.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";
import { Reader } from "./read-fields.ts";
import { confirmedIn } from "./receipt-form.ts";
import type { NewReceipt, Receipt } from "./receiving.ts";

/** The corrected values of a line. */
export interface LineCorrection {
  id: string;
  boxes: number;
  /** Null if pieces were not asked when it came. */
  pieces?: number | null;
  lb: string;
  pricedBy: Pricing | null;
  priceCents: number | null;
  invoicedLb: string | null;
  invoicedCents: number | null;
  /** True if it was entered by mistake. */
  isRemoved: boolean;
}

/** The corrected values of a receipt. */
export interface ReceiptCorrection {
  invoiceNumber: string;
  note: string;
  freightCents: number;
  /** The reason, if pounds differ. */
  reason: string;
  /** True if the user confirmed that less came than was already used of a lot. */
  isMeant?: boolean;
  /** Questions that were confirmed. */
  confirmed?: NewReceipt["confirmed"];
  lines: LineCorrection[];
}

/** Fallback message. */
export const correctionFailed = "The correction could not be saved. Please try again.";

/** Parses the submitted corrections of a receipt's lines, by position, or returns the errors. */
export function checkCorrection(
  fields: Record<string, string>,
  lines: readonly { id: string; position: number; pieces: number | null }[],
):
  | { data: ReceiptCorrection; refused?: never }
  | { data?: never; refused: FormAnswer & { message: string } } {
  const read = new Reader(fields);
  const data = {
    invoiceNumber: read.text("invoiceNumber", 60),
    note: read.prose("note", 2000),
    freightCents: read.money("freight") ?? 0,
    reason: read.text("reason", 300),
    isMeant: fields.isMeant === "yes",
    confirmed: confirmedIn(fields),
    lines: lines.map(({ id, position, pieces: asked }): LineCorrection => {
      const lb = read.pounds(`lb${position}`);
      if (read.typed(`lb${position}`) === "") {
        read.wrong(`lb${position}`, "Please enter the pounds");
      }
      const pieces = asked === null ? null : read.pieces(`pieces${position}`);
      if (asked !== null && pieces === null) {
        read.wrong(`pieces${position}`, "Please enter the pieces");
      }
      const priceCents = read.money(`price${position}`);
      return {
        ...{ id, pieces, lb: lb ?? "0.00", boxes: read.boxes(`boxes${position}`), priceCents },
        pricedBy: priceCents === null ? null : read.pricing(`pricedBy${position}`),
        invoicedLb: read.pounds(`invoicedLb${position}`, { mayBeNone: true }),
        invoicedCents: read.money(`invoiced${position}`),
        isRemoved: fields[`remove${position}`] === "yes",
      };
    }),
  };
  if (Object.keys(read.errors).length === 0) return { data };
  return { refused: { message: invalidMessage, errors: read.errors, values: fields } };
}

const dollars = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? "" : toDollars(cents);

/** Returns the form's values for a stored receipt. */
export function correctionValues(receipt: Receipt): Record<string, string> {
  const lines = receipt.lines.flatMap(({ position, boxes, pieces, lb, invoicedLb, money }) => [
    [`boxes${position}`, String(boxes)],
    [`pieces${position}`, pieces === null ? "" : String(pieces)],
    [`lb${position}`, lb],
    [`invoicedLb${position}`, invoicedLb ?? ""],
    [`pricedBy${position}`, money?.pricedBy ?? "lb"],
    [`price${position}`, dollars(money?.priceCents)],
    [`invoiced${position}`, dollars(money?.invoicedCents)],
  ]);
  return {
    invoiceNumber: receipt.invoiceNumber,
    note: receipt.note,
    freight: receipt.money?.freightCents ? toDollars(receipt.money.freightCents) : "",
    version: String(receipt.version),
    ...Object.fromEntries(lines),
  };
}
