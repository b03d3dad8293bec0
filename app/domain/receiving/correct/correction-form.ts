import { toDollars } from "#app/lib/amounts/money.ts";
import { pacificTime } from "#app/lib/dates.ts";
import { confirmedIn } from "#app/lib/form/questions.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";
import { Reader } from "../read-fields.ts";
import { killedIn, momentIn, notOurs } from "../receipt-form.ts";
import {
  type Receipt,
  type ReceiptLine,
  type ReceiptQuestion,
  receiptQuestions,
} from "../receiving.ts";

/** The corrected values of a line; undefined stays as it is. */
export interface LineCorrection {
  id: string;
  /** Null if it isn't a product, and has a description. */
  productId?: string | null | undefined;
  description?: string | undefined;
  lotCode?: string | undefined;
  temperatureC?: string | null | undefined;
  expiresOn?: string | null | undefined;
  slaughteredOn?: string | null | undefined;
  /** The reason to refuse it, or to accept it though too warm. */
  why?: string | undefined;
  boxes: number;
  /** Null if pieces weren't asked. */
  pieces?: number | null;
  lb: string;
  pricedBy: Pricing | null;
  priceCents: number | null;
  invoicedLb: string | null;
  invoicedCents: number | null;
  isRemoved: boolean;
}

/** The corrected values of a receipt; undefined stays as it is. */
export interface ReceiptCorrection {
  supplierId?: string | undefined;
  receivedAt?: Date | undefined;
  temperatureC?: string | null | undefined;
  invoiceNumber: string;
  note: string;
  freightCents: number;
  /** For all changes but facts entered later, such as prices. */
  reason: string;
  confirmed?: readonly ReceiptQuestion[];
  lines: LineCorrection[];
}

export const correctionFailed = "The correction could not be saved. Please try again.";

type StoredLine = Pick<ReceiptLine, "id" | "position" | "pieces" | "isAccepted">;

/**
 * Parses the corrections of a receipt's lines, by position, or returns the errors. Fields that the
 * form doesn't have are undefined, such as the goods in a bookkeeper's form.
 */
export function checkCorrection(
  fields: Record<string, string>,
  lines: readonly StoredLine[],
):
  | { data: ReceiptCorrection; refused?: never }
  | { data?: never; refused: FormAnswer & { message: string } } {
  const read = new Reader(fields);
  const data = {
    ...originIn(read, fields),
    invoiceNumber: read.text("invoiceNumber", 60),
    note: read.prose("note", 2000),
    freightCents: read.money("freight") ?? 0,
    reason: read.text("reason", 300),
    confirmed: confirmedIn(receiptQuestions, fields),
    lines: lines.map((line): LineCorrection => {
      const { id, position, pieces: asked } = line;
      const isRemoved = fields[`remove${position}`] === "yes";
      const lb = read.pounds(`lb${position}`);
      if (read.typed(`lb${position}`) === "") {
        read.wrong(`lb${position}`, "Please enter the pounds");
      }
      const pieces = read.pieces(`pieces${position}`);
      if (asked !== null && pieces === null && read.typed(`pieces${position}`) === "") {
        read.wrong(`pieces${position}`, "Please enter the pieces");
      }
      const priceCents = read.money(`price${position}`);
      return {
        ...(isRemoved ? {} : meatIn(read, fields, line)),
        id,
        pieces,
        lb: lb ?? "0.00",
        boxes: read.boxes(`boxes${position}`),
        priceCents,
        pricedBy: priceCents === null ? null : read.pricing(`pricedBy${position}`),
        invoicedLb: read.pounds(`invoicedLb${position}`, { mayBeNone: true }),
        invoicedCents: read.money(`invoiced${position}`),
        isRemoved,
      };
    }),
  };
  if (Object.keys(read.errors).length === 0) return { data };
  return { refused: { message: invalidMessage, errors: read.errors, values: fields } };
}

function originIn(
  read: Reader,
  fields: Record<string, string>,
): Pick<ReceiptCorrection, "supplierId" | "receivedAt" | "temperatureC"> {
  const isAsked = fields.supplier !== undefined;
  if (isAsked && !isUuid(read.typed("supplier"))) {
    read.wrong("supplier", "Please choose the supplier");
  }
  const receivedAt = momentIn(read);
  if (fields.receivedAt !== undefined && read.typed("receivedAt") === "") {
    read.wrong("receivedAt", "Please enter when it came");
  }
  return {
    ...(isAsked && { supplierId: read.typed("supplier") }),
    ...(receivedAt && { receivedAt }),
    ...(fields.temperature !== undefined && { temperatureC: read.temperature("temperature") }),
  };
}

function meatIn(
  read: Reader,
  fields: Record<string, string>,
  { position, isAccepted }: StoredLine,
): Pick<
  LineCorrection,
  "productId" | "description" | "lotCode" | "temperatureC" | "expiresOn" | "slaughteredOn" | "why"
> {
  const isAsked = (name: string) => fields[`${name}${position}`] !== undefined;
  const lotCode = read.text(`lot${position}`, 40);
  if (isAsked("lot") && isAccepted && lotCode === "") {
    read.wrong(`lot${position}`, "Please enter the lot's code");
  }
  const why = read.text(`reason${position}`, 500);
  if (isAsked("reason") && !isAccepted && why === "") {
    read.wrong(`reason${position}`, "Please say why it is refused");
  }
  return {
    ...(isAsked("product") && productIn(read, position)),
    ...(isAsked("lot") && { lotCode }),
    ...(isAsked("temp") && { temperatureC: read.temperature(`temp${position}`) }),
    ...(isAsked("expires") && { expiresOn: read.day(`expires${position}`) }),
    ...(isAsked("killed") && { slaughteredOn: killedIn(read, `killed${position}`) }),
    ...(isAsked("reason") && { why }),
  };
}

function productIn(
  read: Reader,
  position: number,
): { productId: string | null; description?: string } {
  const typed = read.typed(`product${position}`);
  if (isUuid(typed)) return { productId: typed };
  const description = read.text(`what${position}`, 200);
  if (typed !== notOurs) read.wrong(`product${position}`, "Please choose a product");
  else if (description === "") {
    read.wrong(`what${position}`, "Please say what it is, for instance Chuck roll");
  }
  return { productId: null, description };
}

const dollars = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? "" : toDollars(cents);

export function correctionValues(receipt: Receipt): Record<string, string> {
  const lines = receipt.lines.flatMap(
    ({ position, boxes, pieces, lb, invoicedLb, money, ...line }) => [
      [`product${position}`, line.productId ?? notOurs],
      [`what${position}`, line.productId ? "" : line.description],
      [`lot${position}`, line.lotCode],
      [`temp${position}`, line.temperatureC ?? ""],
      [`expires${position}`, line.expiresOn ?? ""],
      [`killed${position}`, line.slaughteredOn ?? ""],
      [`reason${position}`, line.reason],
      [`boxes${position}`, String(boxes)],
      [`pieces${position}`, pieces === null ? "" : String(pieces)],
      [`lb${position}`, lb],
      [`invoicedLb${position}`, invoicedLb ?? ""],
      [`pricedBy${position}`, money?.pricedBy ?? "lb"],
      [`price${position}`, dollars(money?.priceCents)],
      [`invoiced${position}`, dollars(money?.invoicedCents)],
    ],
  );
  return {
    supplier: receipt.supplierId,
    receivedAt: pacificTime(receipt.receivedAt).replace(" ", "T"),
    temperature: receipt.temperatureC ?? "",
    invoiceNumber: receipt.invoiceNumber,
    note: receipt.note,
    freight: receipt.money?.freightCents ? toDollars(receipt.money.freightCents) : "",
    version: String(receipt.version),
    ...Object.fromEntries(lines),
  };
}
