import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { noteRounding, taxesOn } from "#app/domain/documents/document-taxes.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";

/** In which ways money is given back at a till. */
export const refundMethods = ["cash", "terminal", "etransfer"] as const;

export type RefundMethod = (typeof refundMethods)[number];

/** What can be given back of a sale's line. */
export interface RefundableLine {
  position: number;
  description: string;
  /** Only what is sold by the pound is given back in part. */
  unit: string;
  packed: string;
  unitPrice: string;
  taxCode: string;
  leftLb: string;
  leftAmount: string;
  /** As they were counted when it was sold; null for what was not. */
  pieces: number | null;
}

/** What of a line is given back: so many pounds, or, without them, all that is left. */
export interface Part {
  position: number;
  lb: string | null;
}

/** What a part of a line comes to before tax. */
export interface GivenPart {
  line: RefundableLine;
  lb: string;
  cents: number;
}

/**
 * What a part comes to: pounds at their price, and never more than is left; the last takes what is left, so that the
 * parts come to the line.
 *
 * @returns why not, for what can't be given back
 */
export function givenPart(line: RefundableLine, lb: string | null): GivenPart | string {
  const leftCents = toCents(line.leftAmount);
  if (leftCents <= 0) return `${line.description} was given back already.`;
  if (lb === null || toHundredthsLb(lb) === toHundredthsLb(line.leftLb)) {
    return { line, lb: line.leftLb, cents: leftCents };
  }
  if (line.unit !== "lb" || toHundredthsLb(lb) > toHundredthsLb(line.leftLb)) {
    return `There is ${line.leftLb} lb of ${line.description} to give back.`;
  }
  const cents = Math.min(leftCents, lineTotalCents(toCents(line.unitPrice), toHundredthsLb(lb)));
  return cents > 0 ? { line, lb, cents } : `${lb} lb of ${line.description} comes to nothing.`;
}

/** The parts as they are given, or why one can't be. */
export function givenParts(
  lines: readonly RefundableLine[],
  parts: readonly Part[],
): { given: GivenPart[]; problem: string } {
  const given: GivenPart[] = [];
  for (const { position, lb } of parts) {
    const line = lines.find((one) => one.position === position);
    const part = line ? givenPart(line, lb) : "There is no such line.";
    if (typeof part === "string") return { given: [], problem: part };
    given.push(part);
  }
  return { given, problem: "" };
}

/** What parts come to with their taxes, as the note that credits them. */
export function refundCents(
  { creditable, leftCents }: { creditable: readonly RefundableLine[]; leftCents: number },
  given: readonly GivenPart[],
): number {
  if (given.length === 0) return 0;
  const credited = given.map(({ line, cents }) => ({
    ...{ taxCode: line.taxCode, amount: toDollars(cents) },
  }));
  const cents = toCents(taxesOn(credited, taxes).total);
  const isRest = creditable.every(({ position, leftAmount }) => {
    const own = given.find(({ line }) => line.position === position);
    return toCents(leftAmount) === (own?.cents ?? 0);
  });
  return cents + noteRounding(cents, { cents: leftCents, isRest });
}

/** How many pieces of a line are left, by its weight; null for what was not counted, or was one. */
export function piecesLeft({ pieces, packed, leftLb }: RefundableLine): number | null {
  if (pieces === null || pieces < 2 || Number(packed) === 0) return null;
  return Math.max(1, Math.round((pieces * Number(leftLb)) / Number(packed)));
}

/** What so many pieces of a line weigh, each as much as the others; all that are left weigh what is left. */
export function poundsOfPieces(line: RefundableLine, pieces: number): string {
  const left = piecesLeft(line) ?? 1;
  if (pieces >= left) return line.leftLb;
  return toPounds(hundredthsLb(Math.round((toHundredthsLb(line.leftLb) * pieces) / left)));
}

/** "0" for all that is left of a line, "0:1.50" for pounds of it. */
const partPattern = /^(\d{1,4})(?::(.*))?$/;

const pounds = /^\d{1,5}(\.\d{1,2})?$/;

/** What is said of pounds that are none. */
export const askPounds = "Please enter pounds with at most 2 decimals, such as 1.55";

/** What of a sale is given back: lines by their places, whole or in part. */
export const refundForm = z.object({
  requestId: z.uuid("Please load the page again"),
  sessionId: z.uuid("Open a till first"),
  lines: z
    .string()
    .default("")
    .transform((text, context): Part[] => {
      const parts = text.split(",").flatMap((one): Part[] => {
        const [, position, lb] = partPattern.exec(one) ?? [];
        return position === undefined ? [] : [{ position: Number(position), lb: lb ?? null }];
      });
      const places = new Set(parts.map(({ position }) => position));
      const isWeight = ({ lb }: Part) => lb === null || (pounds.test(lb) && Number(lb) > 0);
      const problem =
        parts.length === 0 || places.size < parts.length
          ? "Please choose what is given back"
          : parts.every(isWeight)
            ? ""
            : askPounds;
      if (problem) context.addIssue({ code: "custom", message: problem });
      return parts;
    }),
  method: z.enum(refundMethods, "Please choose how it is given back"),
  reference: optionalText(100),
  reason: filledText(500, "Please say why"),
});

export type TypedRefund = z.output<typeof refundForm>;

/** A payment that was entered in the wrong way. */
export const wrongTenderForm = z.object({
  requestId: z.uuid("Please load the page again"),
  receiptId: z.uuid("Please load the page again"),
  method: z.enum([...refundMethods, "cheque"], "Please choose how it was paid"),
  reason: filledText(500, "Please say why"),
});

export type TypedWrongTender = z.output<typeof wrongTenderForm>;
