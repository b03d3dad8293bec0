import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { Reader } from "./read-fields.ts";
import { costsOfReceipt } from "./receipt-costs.ts";
import type { Receipt } from "./receiving.ts";

export interface Settlement {
  lines: { position: number; cents: number; reason: string }[];
  /** The number of the supplier's credit note; may be empty. */
  note: string;
}

const creditOf = /^credited(\d{1,3})$/;

export function checkSettlement(
  fields: Record<string, string>,
):
  | { data: Settlement; refused?: never }
  | { data?: never; refused: FormAnswer & { message: string } } {
  const read = new Reader(fields);
  const lines = Object.keys(fields).flatMap((name) => {
    const position = creditOf.exec(name)?.[1];
    if (position === undefined) return [];
    const cents = read.money(name);
    if (read.typed(name) === "") {
      read.wrong(name, "Please enter an amount, such as 62.40; 0 for nothing");
    }
    const reason = read.text(`creditedReason${position}`, 300);
    return [{ position: Number(position), cents: cents ?? 0, reason }];
  });
  const note = read.text("creditedNote", 500);
  if (Object.keys(read.errors).length === 0) return { data: { lines, note } };
  return { refused: { message: invalidMessage, errors: read.errors, values: fields } };
}

/** A lot's cost per pound by its receipt, now and with the typed credits. */
export interface LotPreview {
  lotId: string;
  code: string;
  description: string;
  before: string;
  after: string;
}

/**
 * Returns the cost per pound of a receipt's lots by the typed credits, for lots whose cost is
 * known; none while a credit is invalid or above its line's claim.
 */
export function previewOf(
  { lines, money }: Pick<Receipt, "lines" | "money">,
  typed: Readonly<Record<string, string>>,
): LotPreview[] {
  if (!money) return [];
  const { freightCents } = money;
  const credited = lines.map(({ position }) => centsOf(typed[`credited${position}`] ?? "0"));
  const isWrong = lines.some(({ money: own }, place) => {
    const cents = credited[place] ?? null;
    return cents === null || cents < 0 || cents > (own?.claimedCents ?? 0);
  });
  if (isWrong) return [];
  const priced = lines.map(({ money: own, ...line }, place) => ({
    ...line,
    pricedBy: own?.pricedBy ?? null,
    priceCents: own?.priceCents ?? null,
    invoicedCents: own?.invoicedCents ?? null,
    creditedCents: credited[place] ?? 0,
  }));
  const open = costsOfReceipt(priced, { freightCents, isSettled: false });
  const settled = costsOfReceipt(priced, { freightCents, isSettled: true });
  const places = [...priced.entries()].filter(([, { isAccepted }]) => isAccepted);
  return [...Map.groupBy(places, ([, { lotId }]) => lotId ?? "")].flatMap(([lotId, own]) => {
    const [first] = own;
    if (!first || own.some(([place]) => open[place]?.costCents === null)) return [];
    const lb = toPounds(hundredthsLb(sumLb(own.map(([, line]) => line.lb))));
    const perLb = (costs: typeof open) =>
      costPerLb(
        sumCents(
          own,
          ([place]) => (costs[place]?.costCents ?? 0) + (costs[place]?.shareCents ?? 0),
        ),
        lb,
      );
    const { lotCode: code, description } = first[1];
    return [{ lotId, code, description, before: perLb(open), after: perLb(settled) }];
  });
}
