import { z } from "zod";
import { whyNotKilledOn } from "#app/domain/lots/lots.ts";
import { boxesTotalCents } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { typedMoment } from "#app/lib/dates.ts";
import { storable } from "#app/lib/form/form-texts.ts";
import { confirmedIn } from "#app/lib/form/questions.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { Reader } from "./read-fields.ts";
import {
  type Carton,
  mostCartons,
  mostLines,
  type NewLine,
  type NewReceipt,
  receiptQuestions,
} from "./receiving.ts";

export const receiptFailed = "The receipt could not be saved. Please try again.";

type Errors = Record<string, string[]>;
type Fields = Readonly<Record<string, string>>;

/** The form's product value for goods that aren't a product. */
export const notOurs = "not ours";

/** Allows a long sum of boxes. */
export const poundsTyping = { hint: "Or 45.36 kg, or boxes: 61.2 + 58.75", maxLength: 300 };

/** Names of a line's fields, without its number. */
export const lineFields = [
  ...([
    "product",
    "what",
    "lot",
    "killed",
    "expires",
    "boxes",
    "pieces",
    "lb",
    "temp",
    "decision",
  ] as const),
  ...([
    "reason",
    "pricedBy",
    "price",
    "invoicedLb",
    "invoiced",
    "code",
    "theirLot",
    "cartons",
  ] as const),
] as const;

/** Fields that mark a row as used. */
const telling = ["product", "what", "lot", "boxes", "lb", "price", "cartons", "invoiced"] as const;

export function rowsIn(fields: Fields): number[] {
  return Array.from({ length: mostLines }, (_, index) => index + 1).filter((row) =>
    telling.some((name) => (fields[`${name}${row}`] ?? "").trim() !== ""),
  );
}

const cartonsSent = z
  .array(
    z.object({
      lb: z.string().regex(/^(?=.*[1-9])\d{1,5}\.\d\d$/),
      serial: z.string().min(1).max(100).nullable(),
      rawScan: z.string().max(512).transform(storable),
    }),
  )
  .max(mostCartons);

/** Returns no cartons for an invalid field. */
export function cartonsIn(field: string): Carton[] {
  if (field === "") return [];
  try {
    return cartonsSent.safeParse(JSON.parse(field)).data ?? [];
  } catch {
    return [];
  }
}

/** Parses a typed line, which may be partly invalid, also for the sums beside it. */
export function readLine(fields: Fields, row: number): { line: NewLine | null; errors: Errors } {
  const read = new Reader(fields);
  const at = (name: (typeof lineFields)[number]) => `${name}${row}`;
  const lb = read.pounds(at("lb"));
  if (read.typed(at("lb")) === "") read.wrong(at("lb"), "Please enter the pounds");
  const productId = isUuid(read.typed(at("product"))) ? read.typed(at("product")) : null;
  const description = read.text(at("what"), 200);
  if (!productId && description === "") {
    if (read.typed(at("product")) === notOurs) {
      read.wrong(at("what"), "Please say what it is, for instance Chuck roll");
    } else read.wrong(at("product"), "Please choose a product, or say below what it is");
  }
  const isAccepted = read.typed(at("decision")) !== "refuse";
  const reason = read.text(at("reason"), 500);
  if (!isAccepted && reason === "") read.wrong(at("reason"), "Please say why it is refused");
  const priceCents = read.money(at("price"));
  const pricedBy = priceCents === null ? null : read.pricing(at("pricedBy"));
  const boxes = read.boxes(at("boxes")) || read.summed(at("lb"));
  if (pricedBy === "box" && boxes === 0) {
    read.wrong(at("boxes"), "Please enter how many boxes, since the price is per box");
  }
  const slaughteredOn = killedIn(read, at("killed"));
  const billedBoxes = boxesIn(read.typed(at("invoicedLb")));
  if (billedBoxes !== null && boxes === 0) {
    read.wrong(at("boxes"), "Please enter how many boxes came, since the invoice names boxes");
  }
  const invoiced =
    billedBoxes === null
      ? { lb: read.pounds(at("invoicedLb"), { mayBeNone: true }), cents: null }
      : billedByBoxes(billedBoxes, { boxes, lb, pricedBy, priceCents });
  const scanned = cartonsIn(read.typed(at("cartons")));
  // Boxes weighed one by one are stored like scanned cartons.
  const typedCartons = read
    .boxWeights(at("lb"))
    .map((weight) => ({ lb: weight, serial: null, rawScan: "" }));
  const facts = {
    row,
    productId,
    description,
    boxes,
    isAccepted,
    reason,
    pricedBy,
    priceCents,
    lotCode: read.text(at("lot"), 40),
    theirLot: read.text(at("theirLot"), 40),
    code: read.text(at("code"), 40),
    expiresOn: read.day(at("expires")),
    slaughteredOn,
    temperatureC: read.temperature(at("temp")),
    invoicedLb: invoiced.lb,
    invoicedCents: read.money(at("invoiced")) ?? invoiced.cents,
    cartons: scanned.length > 0 ? scanned : typedCartons,
    pieces: read.pieces(at("pieces")),
  };
  return { line: lb === null ? null : { ...facts, lb }, errors: read.errors };
}

/** Parses the day of slaughter, which can't be in the future; null if empty or invalid. */
export function killedIn(read: Reader, name: string): string | null {
  const slaughteredOn = read.day(name);
  const why = whyNotKilledOn(slaughteredOn);
  if (why) read.wrong(name, why);
  return slaughteredOn;
}

/** Parses "5 boxes" as 5; null for pounds. */
function boxesIn(typed: string): number | null {
  const [, boxes] = /^(\d{1,5})\s*(?:box|boxes|bx|case|cases|cs)$/i.exec(typed) ?? [];
  return boxes === undefined ? null : Number(boxes);
}

/** Returns what an invoice bills for boxes as heavy as the received ones; cents if priced. */
function billedByBoxes(
  billed: number,
  {
    boxes,
    lb,
    pricedBy,
    priceCents,
  }: Pick<NewLine, "boxes" | "pricedBy" | "priceCents"> & {
    lb: string | null;
  },
): { lb: string | null; cents: number | null } {
  if (boxes === 0 || lb === null) return { lb: null, cents: null };
  const billedLb = Math.round((toHundredthsLb(lb) * billed) / boxes);
  return {
    lb: toPounds(hundredthsLb(billedLb)),
    cents: pricedBy === "box" && priceCents !== null ? boxesTotalCents(priceCents, billed) : null,
  };
}

/** The part of a receipt that is looked up in the database. */
export type ReceiptGoods = Pick<NewReceipt, "receivedAt" | "temperatureC" | "lines">;

/**
 * Parses the submitted receipt, or returns the answer with its errors by field. The goods that
 * could be parsed are returned in either case, so that the mistakes that only the database shows
 * are reported too.
 */
export function checkReceipt(
  fields: Fields,
):
  | { data: NewReceipt; refused?: never; goods?: never }
  | { data?: never; refused: FormAnswer & { message: string }; goods: ReceiptGoods } {
  const read = new Reader(fields);
  const errors: Errors = read.errors;
  const supplier = supplierIn(read);
  const receivedAt = momentIn(read);
  const temperatureC = read.temperature("temperature");
  const freightCents = read.money("freight") ?? 0;
  const invoiceNumber = read.text("invoiceNumber", 60);
  const note = read.prose("note", 2000);
  const lines: NewLine[] = [];
  const rows = rowsIn(fields);
  for (const row of rows) {
    const one = readLine(fields, row);
    Object.assign(errors, one.errors);
    if (one.line) lines.push(one.line);
  }
  if (rows.length === 0) read.wrong("product1", "Please enter what came");
  const scanned = lines.reduce((sum, { cartons }) => sum + cartons.length, 0);
  if (scanned > mostCartons) {
    read.wrong("scan", `Please make two receipts of more than ${mostCartons} scanned cartons`);
  }
  const goods = { receivedAt, temperatureC, lines };
  if (!isUuid(read.typed("requestId"))) {
    return { refused: { message: "Please reload the page.", values: { ...fields } }, goods };
  }
  if (Object.keys(errors).length > 0 || supplier === null) {
    return { refused: { message: invalidMessage, errors, values: { ...fields } }, goods };
  }
  return {
    data: {
      requestId: read.typed("requestId"),
      supplier,
      invoiceNumber,
      receivedAt,
      temperatureC,
      freightCents,
      note,
      lines,
      confirmed: confirmedIn(receiptQuestions, fields),
    },
  };
}

function supplierIn(read: Reader): NewReceipt["supplier"] | null {
  const name = read.text("newSupplier", 200);
  if (name !== "") return { name };
  const id = read.typed("supplier");
  if (isUuid(id)) return { id };
  return read.wrong("supplier", "Please choose the supplier, or enter a new one");
}

/** Parses the time of receipt; undefined if empty or invalid. */
export function momentIn(read: Reader): Date | undefined {
  const typed = read.typed("receivedAt");
  if (typed === "") return undefined;
  const moment = typedMoment(typed);
  if (moment && typed.startsWith("20")) return moment;
  read.wrong("receivedAt", "Please enter day and time, for instance 2026-12-01 08:30");
  return undefined;
}
