import { useState } from "react";
import { Link } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import {
  cashBack,
  judgeRefund,
  paidLeft,
  partsInWords,
  proposedBack,
  type RefundMethod,
  type RefundPart,
  refundMethods,
} from "#app/domain/door/till/refund-ways.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import {
  askPounds,
  givenPart,
  givenParts,
  piecesLeft,
  poundsOfPieces,
  type RefundableLine,
  refundCents,
} from "./refund.ts";
import type { SoldSale } from "./sold.server.ts";

interface GiveBackProps {
  sold: SoldSale;
  /** Open tills, the likeliest first. */
  open: readonly { id: string; number: number }[];
  requestId: string;
  answer: FormAnswer | undefined;
}

/** Form to refund lines of a sale, in full or some of their pounds. */
export function GiveBack({ sold, open, requestId, answer }: GiveBackProps) {
  const [ownId] = useState(requestId);
  /** Amounts that differ from the proposal, and whether other methods are offered. */
  const [typed, setTyped] = useState<Partial<Record<RefundMethod, string>>>({});
  const [isOtherwise, setOtherwise] = useState(false);
  const left = sold.creditable.filter(({ leftAmount }) => toCents(leftAmount) > 0);
  /** Typed pounds of each selected line. */
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  if (left.length === 0) return null;
  const parts = left.flatMap(({ position, leftLb }) => {
    const typed = chosen[position]?.trim();
    return typed === undefined ? [] : [{ position, lb: typed === leftLb ? null : typed }];
  });
  const isTyped = parts.every(({ lb }) => lb === null || /^\d{1,5}(\.\d{1,2})?$/.test(lb));
  const { given } = isTyped ? givenParts(left, parts) : { given: [] };
  const cents = refundCents(sold, given);
  // A card gets back only what it paid (`judgeRefund`), so it is no other way.
  const ways = refundMethods.filter(
    (one) => sold.paidBy[one] > 0 || (isOtherwise && one !== "terminal"),
  );
  const back = partsOf(cents, { typed, ways, sold });
  const judged = cents > 0 && back ? judgeRefund(cents, back, sold.paidBy) : null;
  const unusual = judged?.unusual ?? [];
  const choose = ({ position }: RefundableLine, lb: string | null) => {
    setTyped({});
    setChosen(({ [position]: _, ...others }) =>
      lb === null ? others : { ...others, [position]: lb },
    );
  };
  return (
    <section aria-label="Refund">
      <h2 className="text-title">Give money back</h2>
      <p className="mt-2 text-sm text-ink-soft">
        Meat that left the counter is never sold again: throw it away.
      </p>
      {open.length === 0 ? (
        <p className="mt-3">
          <Link className="link" to="/admin/counter">
            Open a till
          </Link>{" "}
          first.
        </p>
      ) : (
        <AnsweredForm
          answer={answer}
          // The amount to give back is shown at the top of the page.
          preventScrollReset={false}
          className="mt-4 grid max-w-md gap-4"
        >
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="requestId" value={ownId} />
          <input
            type="hidden"
            name="lines"
            value={parts
              .map(({ position, lb }) => (lb === null ? position : `${position}:${lb}`))
              .join(",")}
          />
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">What is given back</legend>
            {left.map((line) => (
              <LinePart
                key={line.position}
                line={line}
                typed={chosen[line.position]}
                onType={(lb) => choose(line, lb)}
              />
            ))}
            {answer?.errors?.lines && (
              <p className="text-sm font-semibold text-cancelled">{answer.errors.lines}</p>
            )}
          </fieldset>
          {ways
            .filter((method) => method !== "cash")
            .map((method) => (
              <DecimalField
                key={method}
                label={`${tillMethodText[method].title} ($)`}
                hint={`${formatCents(Math.max(0, sold.paidBy[method]))} is left of what was paid ${tillMethodText[method].by}.`}
                name={method}
                value={typed[method] ?? amountOf(back, method)}
                onChange={({ currentTarget }) =>
                  setTyped({ ...typed, [method]: currentTarget.value })
                }
                error={answer?.errors?.[method]}
              />
            ))}
          <input type="hidden" name="cash" value={amountOf(back, "cash")} />
          {!isOtherwise && (
            <button
              type="button"
              className="link min-h-11 justify-self-start"
              onClick={() => setOtherwise(true)}
            >
              Another way
            </button>
          )}
          <SelectField label="Out of till" required {...answeredField(answer, "sessionId")}>
            {open.map(({ id, number }) => (
              <option key={id} value={id}>
                Till {number}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Why"
            required
            maxLength={500}
            autoComplete="off"
            {...answeredField(answer, "reason")}
          />
          {(unusual.length > 0 || answer?.errors?.otherwise) && (
            <TextField
              label="Why it goes back so"
              hint={unusual.join(" ")}
              required
              maxLength={500}
              autoComplete="off"
              {...answeredField(answer, "otherwise")}
            />
          )}
          <p role="status" className="text-title tabular-nums">
            {judged?.accepted
              ? `Give back ${partsInWords(judged.accepted)}`
              : (judged?.problem ?? (back ? "" : "Please enter amounts such as 20 or 19.95."))}
          </p>
          <SubmitButton className="justify-self-start">Give the money back</SubmitButton>
        </AnsweredForm>
      )}
    </section>
  );
}

/**
 * Returns the parts of a refund: the typed amounts or else the proposed ones, and the rest in cash
 * if that is offered. Null if one isn't an amount.
 */
function partsOf(
  cents: number,
  {
    typed,
    ways,
    sold: { paidBy },
  }: {
    typed: Partial<Record<RefundMethod, string>>;
    ways: readonly RefundMethod[];
    sold: Pick<SoldSale, "paidBy">;
  },
): RefundPart[] | null {
  if (cents <= 0) return [];
  const proposed = proposedBack(cents, paidBy);
  const parts: RefundPart[] = [];
  for (const method of ways.filter((one) => one !== "cash")) {
    const text = typed[method]?.trim();
    const part = text === undefined ? centsIn(proposed, method) : centsOf(text || "0");
    if (part === null) return null;
    if (part > 0) parts.push({ method, cents: part });
  }
  const otherwise = centsIn(parts, ...refundMethods);
  const total = paidLeft(paidBy);
  const rest = Math.min(cents, total) - otherwise;
  const inCash = rest > 0 && ways.includes("cash") ? cashBack(rest, total - otherwise) : 0;
  return inCash > 0 ? [...parts, { method: "cash", cents: inCash }] : parts;
}

const centsIn = (parts: readonly RefundPart[], ...methods: RefundMethod[]) =>
  sumCents(
    parts.filter(({ method }) => methods.includes(method)),
    ({ cents }) => cents,
  );

/** Returns a part as an amount; empty for none. */
function amountOf(parts: readonly RefundPart[] | null, method: RefundMethod): string {
  const cents = centsIn(parts ?? [], method);
  return cents > 0 ? toDollars(cents) : "";
}

/** A line to refund: all that is left of it or, once selected, fewer pounds or pieces. */
function LinePart({
  line,
  typed,
  onType,
}: {
  line: RefundableLine;
  typed: string | undefined;
  onType: (lb: string | null) => void;
}) {
  const { description, unit, leftLb, leftAmount } = line;
  const isByPound = unit === "lb" && Number(leftLb) > 0;
  const pieces = piecesLeft(line);
  return (
    <div className="border-b border-rule py-1 last-of-type:border-0">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={typed !== undefined}
          onChange={({ currentTarget }) => onType(currentTarget.checked ? leftLb : null)}
        />
        <span className="min-w-0 grow break-words">
          {description}
          {isByPound && `, ${leftLb} lb`}
          {pieces !== null && `, ${pieces} ${pieces === 1 ? "piece" : "pieces"}`}
        </span>
        <span className="tabular-nums">{formatCents(toCents(leftAmount))}</span>
      </label>
      {typed !== undefined && isByPound && (
        <div className="mb-3 ml-8 grid gap-2">
          <TextField
            label={
              <>
                Pounds<span className="sr-only"> of {description}</span> given back
              </>
            }
            inputMode="decimal"
            autoComplete="off"
            maxLength={9}
            value={typed}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            error={problemOf(line, typed)}
          />
          {pieces !== null && pieces > 1 && (
            <SelectField
              label={
                <>
                  Or pieces<span className="sr-only"> of {description}</span>
                </>
              }
              hint="Each as heavy as the others. Weigh them if they are here."
              value={piecesAt(line, pieces, typed)}
              onChange={({ currentTarget }) =>
                currentTarget.value && onType(poundsOfPieces(line, Number(currentTarget.value)))
              }
            >
              <option value="">By weight</option>
              {Array.from({ length: pieces }, (_, before) => before + 1).map((count) => (
                <option key={count} value={count}>
                  {count} of {pieces} pieces
                </option>
              ))}
            </SelectField>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the error in typed pounds; undefined if there is none. */
function problemOf(line: RefundableLine, typed: string): string | undefined {
  const lb = typed.trim();
  if (lb === "") return undefined;
  if (!/^\d{1,5}(\.\d{0,2})?$/.test(lb)) return askPounds;
  const part = Number(lb) > 0 ? givenPart(line, lb.replace(/\.$/, "")) : "";
  return typeof part === "string" && part !== "" ? part : undefined;
}

/** Returns the number of pieces with this weight; empty if none match. */
function piecesAt(line: RefundableLine, pieces: number, typed: string): string {
  const all = Array.from({ length: pieces }, (_, before) => before + 1);
  return String(all.find((count) => poundsOfPieces(line, count) === typed.trim()) ?? "");
}
