import { clsx } from "clsx/lite";
import { type ReactNode, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { judgeTenders, type Tender, tillMethodText } from "#app/domain/door/till/till.ts";
import { roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { askAmount, centsOf } from "#app/lib/form/typed-numbers.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";

/** Typed amount of each method (for cash, the amount handed over), and its reference. */
export type TypedTenders = Partial<Record<TillMethod | Referred, string>>;

type Referred = "chequeNumber" | "etransferReference";

/** References that identify a payment at the bank. */
const references: Partial<Record<TillMethod, { name: Referred; label: string }>> = {
  cheque: { name: "chequeNumber", label: "Cheque number" },
  etransfer: { name: "etransferReference", label: "Reference of the e-transfer" },
};

const longestReference = 100;

/** Card and bank come first; cash pays the rest. */
const otherMethods = tillMethods.filter((method) => method !== "cash");

/** Returns a payment's typed parts; null if one isn't an amount. */
export function tendersOf(typed: TypedTenders, totalCents: number): Tender[] | null {
  const parts: Tender[] = [];
  for (const method of otherMethods) {
    const cents = centsOf(typed[method]?.trim() || "0");
    if (cents === null) return null;
    if (cents === 0) continue;
    const { name } = references[method] ?? {};
    const reference = (name && typed[name]?.trim().slice(0, longestReference)) || "";
    parts.push({ method, cents, tenderedCents: null, reference });
  }
  const tenderedCents = centsOf(typed.cash?.trim() || "0");
  if (tenderedCents === null) return null;
  if (tenderedCents === 0) return parts;
  const left = totalCents - parts.reduce((sum, { cents }) => sum + cents, 0);
  return [
    ...parts,
    { method: "cash", cents: roundedForCash(Math.max(0, left)), tenderedCents, reference: "" },
  ];
}

/** Returns the typed sum if it is a part of the total, neither nothing nor all; else null. */
export function partOf(typed: TypedTenders, totalCents: number): number | null {
  const tenders = tendersOf(typed, totalCents);
  if (tenders === null || judgeTenders(totalCents, tenders).accepted) return null;
  // Coins that don't exist pay nothing; the field says so.
  if (tenders.some(({ tenderedCents }) => (tenderedCents ?? 0) % 5 !== 0)) return null;
  const cents = sumCents(tenders, (one) => one.tenderedCents ?? one.cents);
  return cents > 0 && cents < totalCents ? cents : null;
}

/** Says what is left to pay, the change, or what is wrong. */
export function tendersInWords(typed: TypedTenders, totalCents: number): string {
  const tenders = tendersOf(typed, totalCents);
  if (tenders === null) return `${askAmount}.`;
  const judged = judgeTenders(totalCents, tenders);
  if (judged.problem !== undefined) return judged.problem;
  return judged.changeCents > 0 ? `Change: ${formatCents(judged.changeCents)}` : "No change";
}

interface TenderStatusProps {
  totalCents: number;
  typed: TypedTenders;
}

/** What is left to pay, or the change. */
export function TenderStatus({ totalCents, typed }: TenderStatusProps) {
  return (
    <p role="status" className="text-title tabular-nums">
      {tendersInWords(typed, totalCents)}
    </p>
  );
}

/** Returns whether the rarer methods are shown, and the button that shows them. */
export function useRarerMethods(typed: TypedTenders): { areMore: boolean; rarer: ReactNode } {
  const [isOpen, setMore] = useState(false);
  // What was typed before a new sign-in is shown again.
  const areMore = isOpen || Boolean(typed.etransfer || typed.cheque);
  // Keeps a field open while its amount is deleted and typed again.
  if (areMore && !isOpen) setMore(true);
  const rarer = areMore ? null : (
    <button type="button" className="link min-h-11" onClick={() => setMore(true)}>
      E-transfer or cheque
    </button>
  );
  return { areMore, rarer };
}

interface TenderFieldsProps extends TenderStatusProps {
  /** As returned by `useRarerMethods`. */
  areMore: boolean;
  onType: (typed: TypedTenders) => void;
}

/** Fields for a payment by one method with a single press, or by several. */
export function TenderFields({ totalCents, typed, areMore, onType }: TenderFieldsProps) {
  const others = tendersOf({ ...typed, cash: "" }, totalCents) ?? [];
  const left = Math.max(0, totalCents - others.reduce((sum, { cents }) => sum + cents, 0));
  const inCash = roundedForCash(left);
  const inHand = centsOf(typed.cash ?? "") ?? 0;
  const shown: readonly TillMethod[] = areMore ? otherMethods : ["terminal"];
  return (
    <div className="grid gap-3">
      {shown.map((method) => {
        const besides = others.filter((one) => one.method !== method);
        const { rest, keepsCash } = restBeside(besides, { totalCents, inHand });
        const reference = references[method];
        return (
          <div key={method} className="flex flex-wrap items-end gap-2">
            <DecimalField
              label={`${tillMethodText[method].title} ($)`}
              className="min-w-0 flex-1"
              value={typed[method] ?? ""}
              onChange={({ currentTarget }) => onType({ ...typed, [method]: currentTarget.value })}
            />
            <Button
              variant="secondary"
              onClick={() =>
                onType({
                  ...typed,
                  ...(keepsCash ? {} : { cash: "" }),
                  [method]: rest > 0 ? toDollars(rest) : "",
                })
              }
              aria-label={`${rest < totalCents ? "Rest" : "All"}, ${formatCents(rest)} ${tillMethodText[method].by}`}
            >
              {rest < totalCents ? "Rest" : "All"}
            </Button>
            {reference && typed[method] && (
              <TextField
                label={reference.label}
                optional
                autoComplete="off"
                maxLength={longestReference}
                className="basis-full"
                value={typed[reference.name] ?? ""}
                onChange={({ currentTarget }) =>
                  onType({ ...typed, [reference.name]: currentTarget.value })
                }
              />
            )}
          </div>
        );
      })}
      <DecimalField
        label="Cash handed over ($)"
        hint={left > 0 ? `${formatCents(inCash)} in cash` : "Nothing is left to pay in cash"}
        value={typed.cash ?? ""}
        onChange={({ currentTarget }) => onType({ ...typed, cash: currentTarget.value })}
      />
      <div className="grid grid-cols-3 gap-2">
        {banknotes(inCash).map((cents) => (
          <Button
            key={cents}
            variant="secondary"
            size="sm"
            className={clsx("min-h-11 tabular-nums", cents === inCash && "col-span-2")}
            onClick={() => onType({ ...typed, cash: toDollars(cents) })}
            aria-label={`${formatCents(cents)} in cash`}
          >
            {cents === inCash ? `Exactly ${formatCents(cents)}` : formatCents(cents)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/**
 * Returns what is left for one method beside the other parts. Typed cash of less than that stays a
 * part; more is dropped, because it would be returned.
 */
export function restBeside(
  others: readonly Tender[],
  { totalCents, inHand }: { totalCents: number; inHand: number },
): { rest: number; keepsCash: boolean } {
  const left = Math.max(0, totalCents - others.reduce((sum, { cents }) => sum + cents, 0));
  const keepsCash = inHand > 0 && inHand < left && inHand === roundedForCash(inHand);
  return { rest: keepsCash ? left - inHand : left, keepsCash };
}

const notes = [5_00, 10_00, 20_00, 50_00, 100_00];

/** Returns likely cash amounts: exact, or the next notes. */
export function banknotes(cents: number): number[] {
  if (cents <= 0) return [];
  const handed = notes.map((note) => Math.ceil(cents / note) * note);
  return [...new Set([cents, ...handed])].sort((one, other) => one - other);
}
