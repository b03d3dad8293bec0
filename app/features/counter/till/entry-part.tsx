import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { controlClass, Field, TextField } from "#app/components/form/field.tsx";
import { piecesHint } from "#app/domain/packages/typed-weight.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { priceOf } from "./read-entry.ts";
import { lotInWords, lotsFor, lotsWithMeat, withoutLot } from "./till-lots.ts";
import { type TillState, unchosenLot } from "./use-till.ts";

interface EntryPartProps {
  state: TillState;
  field: RefObject<HTMLInputElement | null>;
}

/** The one field for codes, item numbers, names and weights. */
export function EntryPart({ state, field }: EntryPartProps) {
  const list = useRef<HTMLUListElement>(null);
  const { chosen, found, message, weighed } = state;
  const [areAll, setAll] = useState(false);
  const areMore = !chosen && !found && !areAll && state.products.length > 6;
  const focus = () => field.current?.focus();
  const { firstEntry } = state;
  useEffect(() => {
    if (field.current && firstEntry !== "") field.current.value = firstEntry;
  }, [firstEntry, field]);
  const { changing } = state;
  const wasChanging = useRef(false);
  useEffect(() => {
    const before = wasChanging.current;
    wasChanging.current = changing !== null;
    if (!field.current) return;
    if (changing === null) {
      if (before) field.current.value = "";
      return;
    }
    field.current.value = firstEntry;
    // The next input replaces the selected text.
    field.current.focus();
    field.current.select();
  }, [changing, firstEntry, field]);
  return (
    <section aria-label="Add to the sale">
      {chosen && (
        <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-ink pb-2">
          <span className="text-title break-words">{chosen.name}</span>
          <span className="tabular-nums">
            {weighed ? `${weighed.netLb} lb, ${formatCents(weighed.cents)}` : priceOf(chosen)}
          </span>
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const input = field.current;
          const isDone = input !== null && state.enter(input.value);
          if (input && isDone) input.value = "";
          focus();
          // The next input replaces a rejected entry.
          if (!isDone) input?.select();
        }}
        className="flex items-start gap-2"
      >
        <TextField
          ref={field}
          autoFocus
          label={
            chosen ? (
              <>
                Weight<span className="sr-only"> of {chosen.name}</span> (lb)
              </>
            ) : (
              "Scan, item number or name"
            )
          }
          hint={
            chosen
              ? chosen.soldBy === "piece"
                ? piecesHint
                : "In pounds, or with its unit: 1.2 kg, 585 g."
              : "A label is added with its weight. A name or number asks for it."
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={512}
          className="grow"
          inputClassName="text-xl"
          onChange={({ currentTarget }) => state.filter(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || chosen) return;
            event.preventDefault();
            list.current?.querySelector("button")?.focus();
          }}
        />
        <Button type="submit" size="lg" className="mt-6.5">
          {state.changing !== null ? "Change" : chosen ? "Add" : "Enter"}
        </Button>
      </form>
      <p
        role={message?.isWrong ? "alert" : "status"}
        className={message?.isWrong ? "mt-3 font-semibold text-cancelled" : "mt-3"}
      >
        {message?.text}
      </p>
      {state.against.map((words) => (
        <p key={words} role="alert" className="mt-3 font-semibold text-cancelled">
          {words}
        </p>
      ))}
      {chosen && (
        <ChosenProduct
          key={chosen.id}
          state={state}
          onDone={focus}
          onUnchoose={() => {
            state.unchoose();
            if (field.current) field.current.value = "";
            focus();
          }}
        />
      )}
      {!chosen && (
        <ul ref={list} aria-label="Products" className="mt-4 grid grid-cols-2 gap-2">
          {(found ?? state.products).map((product, index) => (
            // On a phone, more results would push the sale far down.
            <li
              key={product.id}
              className={index >= 6 && !found && !areAll ? "max-md:hidden" : undefined}
            >
              <button
                type="button"
                onClick={() => {
                  state.choose(product);
                  if (field.current) field.current.value = "";
                  focus();
                }}
                className="flex h-full min-h-16 w-full flex-col justify-center border border-rule-strong bg-paper-light px-3 py-2 text-left hover:bg-paper-deep"
              >
                <span className="font-semibold break-words">{product.name}</span>
                <span className="text-sm text-ink-soft tabular-nums">
                  {product.itemNumber !== null && `${product.itemNumber} · `}
                  {priceOf(product)}
                </span>
                <span className="text-sm font-semibold text-cancelled empty:hidden">
                  {state.supplyOf(product)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {areMore && (
        <Button variant="secondary" className="mt-3 md:hidden" onClick={() => setAll(true)}>
          All {state.products.length} products
        </Button>
      )}
    </section>
  );
}

interface ChosenProductProps {
  state: TillState;
  onDone: () => void;
  onUnchoose: () => void;
}

function ChosenProduct({ state, onDone, onUnchoose }: ChosenProductProps) {
  const { chosen, scanning, soldOfLots } = state;
  const [areEmptyShown, setEmptyShown] = useState(false);
  if (!chosen) return null;
  const all = lotsFor(chosen, scanning.lots, scanning.today, soldOfLots);
  const withMeat = lotsWithMeat(all, soldOfLots, state.lotOf(chosen));
  const lots = areEmptyShown ? all : withMeat;
  const empty = all.length - lots.length;
  return (
    <div className="mt-4 grid gap-4">
      {chosen.tareG > 0 && <p className="tabular-nums">Less {chosen.tareG} g packaging</p>}
      <p role="status" className="font-semibold break-words empty:hidden">
        {state.lotInUse(chosen)}
      </p>
      {(chosen.isTraced || all.length > 0) && (
        <Field
          label="Lot"
          optional={!chosen.isTraced}
          hint={!chosen.isTraced && state.lotOf(chosen) === "" ? withoutLot : undefined}
        >
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={state.lotOf(chosen)}
              onChange={({ currentTarget }) => {
                state.chooseLot(currentTarget.value);
                onDone();
              }}
            >
              {state.lotOf(chosen) === unchosenLot && !chosen.isTraced && (
                <option value={unchosenLot}>Choose a lot</option>
              )}
              <option
                value={chosen.isTraced && state.lotOf(chosen) === unchosenLot ? unchosenLot : ""}
              >
                {chosen.isTraced ? "Choose a lot" : "No lot"}
              </option>
              {lots.map((lot) => (
                <option key={lot.id} value={lot.id} disabled={lot.isHeld}>
                  {lotInWords(lot, soldOfLots)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onUnchoose}>
          {state.changing === null ? "Another product" : "Leave it as it is"}
        </Button>
        {empty > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              setEmptyShown(true);
              onDone();
            }}
          >
            {empty === 1 ? "Show 1 empty lot" : `Show ${empty} empty lots`}
          </Button>
        )}
      </div>
    </div>
  );
}
