import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { noteRounding, taxesOn } from "#app/domain/documents/document-taxes.ts";
import { refundMethods } from "#app/domain/door/till/refund-ways.ts";
import { readTyped } from "#app/domain/packages/typed-weight.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { askAmount, centsOf, poundsOf } from "#app/lib/form/typed-numbers.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import { mostInDrawerCents, tillMethods } from "#db/schema/values/tills.ts";

/**
 * Where a refund's meat is. If the customer had it, it is thrown away; if it never left the
 * counter, because the sale was keyed wrongly, it goes back to its lot.
 */
export const meatPlaces = ["customer", "counter"] as const;
export type MeatPlace = (typeof meatPlaces)[number];

/** Each choice, and what to do then. */
export const meatText: Record<MeatPlace, { choice: string; todo: string }> = {
  customer: {
    choice: "The customer had it",
    todo: "Meat that left the counter is never sold again: throw it away.",
  },
  counter: {
    choice: "It never left the counter",
    todo: "The sale was keyed wrongly: the meat goes back to its lot and can be sold. If its lot is on hold, it stays on hold.",
  },
};

/** Says on slips, in lists and in the history where a refund's meat was. */
export const meatInWords = (neverLeft: boolean) =>
  neverLeft
    ? "The meat never left the counter and is back in stock."
    : "The customer had the meat, so it is thrown away.";

/** True on the day of a sale, when meat that never left the counter goes back to its lot. */
export function isPutBackOn(soldAt: Date, now: Date): boolean {
  return pacificDay(soldAt) === pacificDay(now);
}

export const soldEarlierText =
  "It was not sold today, and meat goes back to its lot only on the day of the sale.";

export interface RefundableLine {
  position: number;
  /** Null for charges. */
  orderItemId: string | null;
  description: string;
  /** Only lines sold by the pound can be refunded in part. */
  unit: string;
  packed: string;
  unitPrice: string;
  taxCode: string;
  leftLb: string;
  leftAmount: string;
  /** As counted at the sale; null if not counted. */
  pieces: number | null;
}

/** Part of a line to refund: some pounds or, without them, all that is left. */
export interface Part {
  position: number;
  lb: string | null;
}

/** A part with its amount before tax. */
export interface GivenPart {
  line: RefundableLine;
  lb: string;
  cents: number;
}

/**
 * Returns a part's amount: pounds at their price, at most what is left. The last part takes the
 * remainder, so that all add up to the line. Returns the reason if it can't be refunded.
 */
export function givenPart(line: RefundableLine, lb: string | null): GivenPart | string {
  const leftCents = toCents(line.leftAmount);
  if (leftCents <= 0) return `${line.description} was given back already.`;
  if (lb === null || toHundredthsLb(lb) === toHundredthsLb(line.leftLb)) {
    return { line, lb: line.leftLb, cents: leftCents };
  }
  if (line.unit !== "lb" || toHundredthsLb(lb) > toHundredthsLb(line.leftLb)) {
    return `There ${isOrAre(Number(line.leftLb))} ${line.leftLb} lb of ${line.description} to give back.`;
  }
  const cents = Math.min(leftCents, lineTotalCents(toCents(line.unitPrice), toHundredthsLb(lb)));
  return cents > 0 ? { line, lb, cents } : `${lb} lb of ${line.description} comes to nothing.`;
}

/** Returns the amounts of all parts, or the reason why one can't be refunded. */
export function givenParts(
  lines: readonly RefundableLine[],
  parts: readonly Part[],
): { given: GivenPart[]; problem: string } {
  const given: GivenPart[] = [];
  for (const { position, lb } of parts) {
    const line = lines.find((one) => one.position === position);
    const part = line ? givenPart(line, lb) : "What was chosen is not on this sale.";
    if (typeof part === "string") return { given: [], problem: part };
    given.push(part);
  }
  return { given, problem: "" };
}

/** Returns the total of parts with taxes, as on their credit note. */
export function refundCents(
  { creditable, leftCents }: { creditable: readonly RefundableLine[]; leftCents: number },
  given: readonly GivenPart[],
): number {
  if (given.length === 0) return 0;
  const credited = given.map(({ line, cents }) => ({
    taxCode: line.taxCode,
    amount: toDollars(cents),
  }));
  const cents = toCents(taxesOn(credited, taxes).total);
  const isRest = creditable.every(({ position, leftAmount }) => {
    const own = given.find(({ line }) => line.position === position);
    return toCents(leftAmount) === (own?.cents ?? 0);
  });
  return cents + noteRounding(cents, { cents: leftCents, isRest });
}

/** Returns a line's remaining pieces, by weight; null if not counted, or if it was one piece. */
export function piecesLeft({ pieces, packed, leftLb }: RefundableLine): number | null {
  if (pieces === null || pieces < 2 || Number(packed) === 0) return null;
  return Math.max(1, Math.round((pieces * Number(leftLb)) / Number(packed)));
}

/** Returns the weight of equal pieces; for all remaining ones, what is left. */
export function poundsOfPieces(line: RefundableLine, pieces: number): string {
  const left = piecesLeft(line) ?? 1;
  if (pieces >= left) return line.leftLb;
  return toPounds(hundredthsLb(Math.round((toHundredthsLb(line.leftLb) * pieces) / left)));
}

/** "0" for all that is left of a line, "0:1.50" or "0:1,50" for some of its pounds. */
const partPattern = /^(\d{1,4})(?::(.*))?$/;

export const betweenParts = ";";

/**
 * Parses pounds such as "1.35", "1,35" or "1.35 lb", or a metric weight that a sale takes, such as
 * "1.2 kg" or "585 g"; null if they are none.
 */
export function readPounds(typed: string): string | null {
  const metric = /g\s*$/i.test(typed) ? readTyped(typed, "kg") : null;
  if (metric) {
    // Pieces would not say which of them are refunded.
    return metric.kind === "weight" && metric.pieces === null
      ? (netWeight(metric, 0)?.lb ?? null)
      : null;
  }
  const read = poundsOf(typed, "1.55");
  return typeof read === "number" && read < 10_000_000 ? toPounds(hundredthsLb(read)) : null;
}

/** States on slips and in lists why a refund wasn't made by the method of payment. */
export const whyThisWay = (otherwise: string) => `Why this way: ${otherwise}`;

export const askPounds = "Please enter pounds with at most 2 decimals, such as 1.55";

/** The amount refunded by one method; empty for none. */
const partField = z
  .string()
  .default("")
  .transform((typed, context) => {
    const cents = typed.trim() === "" ? 0 : centsOf(typed);
    if (cents !== null && cents <= mostInDrawerCents) return cents;
    context.addIssue(askAmount);
    return z.NEVER;
  });

/** Lines by their positions, in full or in part, and amounts by method. */
export const refundForm = z
  .object({
    requestId: z.uuid("Please reload the page"),
    sessionId: z.uuid("Open a till first"),
    lines: z
      .string()
      .default("")
      .transform((text, context): Part[] => {
        const parts = text.split(betweenParts).flatMap((one): Part[] => {
          const [, position, lb] = partPattern.exec(one) ?? [];
          if (position === undefined) return [];
          return [
            { position: Number(position), lb: lb === undefined ? null : (readPounds(lb) ?? "") },
          ];
        });
        const places = new Set(parts.map(({ position }) => position));
        const isWeight = ({ lb }: Part) => lb === null || Number(lb) > 0;
        const problem =
          parts.length === 0 || places.size < parts.length
            ? "Please choose what is given back"
            : parts.every(isWeight)
              ? ""
              : askPounds;
        if (problem) context.addIssue({ code: "custom", message: problem });
        return parts;
      }),
    terminal: partField,
    etransfer: partField,
    cash: partField,
    reference: optionalText(100),
    meat: z.enum(meatPlaces, "Please choose where the meat is"),
    reason: filledText(500, "Please say why"),
    /** Why another method is used than it was paid by, or a drawer has too little cash. */
    otherwise: optionalText(500),
  })
  .transform(({ terminal, etransfer, cash, ...typed }) => {
    const cents = { terminal, etransfer, cash };
    const parts = refundMethods.map((method) => ({ method, cents: cents[method] }));
    return { ...typed, parts: parts.filter((part) => part.cents > 0) };
  });

export type TypedRefund = z.output<typeof refundForm>;

export const wrongTenderForm = z.object({
  requestId: z.uuid("Please reload the page"),
  receiptId: z.uuid("Please reload the page"),
  method: z.enum(tillMethods, "Please choose how it was paid"),
  reason: filledText(500, "Please say why"),
  /** Where cash is that was counted with its drawer (`lockTakeBackAtTill`). */
  cash: z.string().max(100).default(""),
});

export type TypedWrongTender = z.input<typeof wrongTenderForm>;
