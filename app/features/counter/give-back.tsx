import { useState } from "react";
import { Link } from "react-router";
import { AnsweredForm, onlyByButton, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import {
  filledBack,
  judgeRefund,
  partsInWords,
  type RefundMethod,
  type RefundPart,
  refundMethods,
} from "#app/domain/door/till/refund-ways.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { askAmount, centsOf } from "#app/lib/form/typed-numbers.ts";
import {
  askPounds,
  betweenParts,
  givenPart,
  givenParts,
  type MeatPlace,
  meatPlaces,
  meatText,
  piecesLeft,
  poundsOfPieces,
  type RefundableLine,
  readPounds,
  refundCents,
  soldEarlierText,
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
  /** Amounts that were typed, which nothing else changes. */
  const [typed, setTyped] = useState<Partial<Record<RefundMethod, string>>>({});
  const [isOtherwise, setOtherwise] = useState(false);
  const [chosenPlace, setPlace] = useState<MeatPlace | null>(null);
  const place = sold.isOfToday ? chosenPlace : "customer";
  const left = sold.creditable.filter(({ leftAmount }) => toCents(leftAmount) > 0);
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  if (left.length === 0) return null;
  const parts = left.flatMap(({ position, leftLb }) => {
    const typed = chosen[position]?.trim();
    return typed === undefined
      ? []
      : [{ position, lb: typed === leftLb ? null : (readPounds(typed) ?? typed) }];
  });
  const isTyped = parts.every(({ lb }) => lb === null || readPounds(lb) !== null);
  const { given } = isTyped ? givenParts(left, parts) : { given: [] };
  const cents = refundCents(sold, given);
  // A card gets back only what it paid (`judgeRefund`), so it is never another way.
  const ways = refundMethods.filter(
    (one) => sold.paidBy[one] > 0 || (isOtherwise && one !== "terminal"),
  );
  const amounts = centsTyped(typed);
  const back =
    amounts && (cents > 0 ? filledBack(cents, sold.paidBy, { typed: amounts, ways }) : []);
  const judged = cents > 0 && back ? judgeRefund(cents, back, sold.paidBy) : null;
  const unusual = judged?.unusual ?? [];
  const choose = ({ position }: RefundableLine, lb: string | null) => {
    setChosen(({ [position]: _, ...others }) =>
      lb === null ? others : { ...others, [position]: lb },
    );
  };
  /** Keeps a typed amount. Once every way has one, the others follow the last again. */
  const type = (method: RefundMethod, text: string) =>
    setTyped((before) => {
      const next = { ...before, [method]: text };
      return ways.every((way) => next[way] !== undefined) ? { [method]: text } : next;
    });
  return (
    <section aria-label="Refund">
      <h2 className="text-title">Give money back</h2>
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
          onKeyDown={onlyByButton}
          className="mt-4 grid max-w-md gap-4"
        >
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="requestId" value={ownId} />
          <input
            type="hidden"
            name="lines"
            value={parts
              .map(({ position, lb }) => (lb === null ? position : `${position}:${lb}`))
              .join(betweenParts)}
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
          <MeatChoice
            place={place}
            isOfToday={sold.isOfToday}
            onChoose={setPlace}
            error={answer?.errors?.meat}
          />
          {ways.length > 0 && (
            <fieldset className="grid gap-4">
              <legend className="mb-1.5 text-sm font-semibold">How it is given back</legend>
              {ways.map((method) => (
                <DecimalField
                  key={method}
                  label={`${tillMethodText[method].title} ($)`}
                  hint={`${formatCents(Math.max(0, sold.paidBy[method]))} is left of what was paid ${tillMethodText[method].by}.`}
                  name={method}
                  value={typed[method] ?? amountOf(back, method)}
                  onChange={({ currentTarget }) => type(method, currentTarget.value)}
                  error={answer?.errors?.[method]}
                />
              ))}
            </fieldset>
          )}
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
              label="Why this way"
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
              : (judged?.problem ?? (back ? "" : `${askAmount}.`))}
          </p>
          <SubmitButton className="justify-self-start">Give the money back</SubmitButton>
        </AnsweredForm>
      )}
    </section>
  );
}

interface MeatChoiceProps {
  place: MeatPlace | null;
  isOfToday: boolean;
  onChoose: (place: MeatPlace) => void;
  error: readonly string[] | undefined;
}

/** Asks where the meat is. After an earlier day's sale, the customer had it. */
function MeatChoice({ place, isOfToday, onChoose, error }: MeatChoiceProps) {
  const said = (isOfToday && place && meatText[place].todo) || "";
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Where is the meat?</legend>
      {isOfToday ? (
        meatPlaces.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="meat"
              value={one}
              required
              checked={place === one}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(one)}
              className="size-5 shrink-0 accent-oxblood"
            />
            {meatText[one].choice}
          </label>
        ))
      ) : (
        <>
          <input type="hidden" name="meat" value="customer" />
          <p>
            {meatText.customer.choice}. {meatText.customer.todo}
          </p>
          <p className="mt-1 text-sm text-ink-soft">{soldEarlierText}</p>
        </>
      )}
      <p aria-live="polite" className="text-sm text-ink-soft">
        {said}
      </p>
      {error && <p className="text-sm font-semibold text-cancelled">{error.join(" ")}</p>}
    </fieldset>
  );
}

/** Returns the typed amounts in cents, 0 for an emptied field; null if one isn't an amount. */
function centsTyped(
  typed: Partial<Record<RefundMethod, string>>,
): Partial<Record<RefundMethod, number>> | null {
  const amounts: Partial<Record<RefundMethod, number>> = {};
  for (const method of refundMethods) {
    const text = typed[method]?.trim();
    if (text === undefined) continue;
    const cents = centsOf(text || "0");
    if (cents === null) return null;
    amounts[method] = cents;
  }
  return amounts;
}

function amountOf(parts: readonly RefundPart[] | null, method: RefundMethod): string {
  const cents = parts?.find((part) => part.method === method)?.cents ?? 0;
  return cents > 0 ? toDollars(cents) : "";
}

/** A line to refund: all that is left or, once selected, fewer pounds or pieces. */
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
          className="size-5 shrink-0 accent-oxblood"
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

function problemOf(line: RefundableLine, typed: string): string | undefined {
  // Decimals may still follow.
  const begun = typed.trim().replace(/[.,]$/, "");
  if (begun === "") return undefined;
  const lb = readPounds(begun);
  if (lb === null) return askPounds;
  const part = Number(lb) > 0 ? givenPart(line, lb) : "";
  return typeof part === "string" && part !== "" ? part : undefined;
}

function piecesAt(line: RefundableLine, pieces: number, typed: string): string {
  const all = Array.from({ length: pieces }, (_, before) => before + 1);
  return String(all.find((count) => poundsOfPieces(line, count) === typed.trim()) ?? "");
}
