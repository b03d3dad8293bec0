import { use, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { onlyByButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { taxWithoutNumber } from "#app/content/taxes.ts";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { amountOf, detailOf } from "../sale.ts";
import { AccountField, useAgainstAccount } from "./account-field.tsx";
import type { PaidBasket } from "./basket.ts";
import { labelPriceInWords } from "./read-entry.ts";
import { TenderFields, TenderStatus, useRarerMethods } from "./tender-fields.tsx";
import type { TillState } from "./use-till.ts";

/** The lines, their total, and the payment. */
export function SalePart({ state, taxNumber }: { state: TillState; taxNumber: string }) {
  const { lines, totals, client, scanning } = state;
  const against = useAgainstAccount(state);
  const { areMore, rarer } = useRarerMethods(state.typed);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Shows the line that was just added, so that it can be checked.
    if (lines.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  const lotOf = (lotId: string | null) => scanning.lots.find(({ id }) => id === lotId);
  return (
    <section aria-label="Sale">
      <h2 className="text-title">Sale</h2>
      <PaidBefore paid={state.paidBefore} />
      {lines.length === 0 ? (
        <p className="mt-3 text-ink-soft">Nothing yet.</p>
      ) : (
        <>
          {/* A long sale scrolls by itself, to keep its payment in view beside the field. */}
          <ul
            ref={list}
            aria-label="Lines"
            className="relative mt-3 border-t border-ink md:max-h-[max(8rem,calc(100dvh-45rem))] md:overflow-y-auto"
          >
            {lines.map((line, index) => {
              const amount = amountOf(line);
              const lot = lotOf(line.lotId);
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their places
                  key={index}
                  className="flex items-center gap-3 border-b border-rule py-1"
                >
                  <span className="min-w-0 grow">
                    <button
                      type="button"
                      className="min-h-11 w-full text-left"
                      aria-pressed={state.changing === index}
                      onClick={() => state.change(index)}
                    >
                      <span className="sr-only">Change </span>
                      <span className="block font-semibold break-words">{line.name}</span>{" "}
                      <span className="link text-sm text-ink-soft tabular-nums">
                        {detailOf(line)}
                        {lot && `, lot ${lot.code}`}
                      </span>
                      <span className="block text-sm text-ink-soft tabular-nums empty:hidden">
                        {labelPriceInWords(line, scanning)}
                      </span>
                    </button>
                    {lot?.isHeld && (
                      <span role="alert" className="block text-sm font-semibold text-cancelled">
                        {`Lot ${lot.code} is on hold: take this off.`}
                      </span>
                    )}
                  </span>
                  <span className="tabular-nums">{formatCents(amount?.cents ?? 0)}</span>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="shrink-0 whitespace-nowrap"
                    onClick={() => state.remove(index)}
                    aria-label={`Take off ${line.name}, ${amount?.netLb} lb`}
                  >
                    Take off
                  </Button>
                </li>
              );
            })}
          </ul>
          <dl className="mt-3 tabular-nums">
            {totals.taxes.map(({ label, cents }) => (
              <div key={label} className="flex justify-between">
                <dt>{label}</dt>
                <dd>{formatCents(cents)}</dd>
              </div>
            ))}
            <div className="flex justify-between text-display">
              <dt>Total</dt>
              <dd>{formatCents(totals.totalCents)}</dd>
            </div>
          </dl>
          {totals.taxes.length > 0 && taxNumber === "" && (
            <p role="status" className="mt-2 text-sm font-semibold text-cancelled">
              {taxWithoutNumber}.
            </p>
          )}
          <form
            // A field in use stays above the fixed part below.
            className="group mt-4 grid gap-3 md:[&_input]:scroll-mb-52"
            onKeyDown={onlyByButton}
            onSubmit={(event) => {
              event.preventDefault();
              void state.sell();
            }}
          >
            {client ? (
              <AccountField state={state} against={against} />
            ) : (
              <TenderFields
                totalCents={totals.totalCents}
                typed={state.typed}
                onType={state.setTyped}
                areMore={areMore}
              />
            )}
            <div className="grid gap-3 border-t border-rule bg-paper pt-1 pb-3 md:sticky md:bottom-0 group-has-[[data-finds-client]]:static!">
              {state.question && (
                <Notice
                  tone="error"
                  title={state.question}
                  action={
                    <Button variant="secondary" onClick={() => void state.sell(true)}>
                      Sell it all the same
                    </Button>
                  }
                >
                  If you have it in your hands, sell it, and count the lot afterward. Or take the
                  line off and choose its lot.
                </Notice>
              )}
              {!client && (
                <div className="flex flex-wrap gap-x-5">
                  {rarer}
                  <AccountField state={state} against={against} />
                  <MailField state={state} />
                </div>
              )}
              <Refused text={state.refusal} />
              {!client && state.refusal === "" && (
                <TenderStatus totalCents={totals.totalCents} typed={state.typed} />
              )}
              {against === "" ? (
                <Button key="sell" type="submit" size="lg" pending={state.isSelling}>
                  {client ? `Put on the account of ${client.name}` : "Take payment"}
                </Button>
              ) : (
                // The key keeps this press from submitting the button that replaces this one.
                <Button key="pay" size="lg" onClick={() => void state.chargeTo(null)}>
                  Pay now instead
                </Button>
              )}
            </div>
          </form>
        </>
      )}
    </section>
  );
}

/** Says that this basket was paid in another tab, with a link to the sale. */
function PaidBefore({ paid }: { paid: PaidBasket | null }) {
  if (!paid) return null;
  const { id, number } = paid;
  return (
    <p role="alert" className="mt-3 font-semibold text-cancelled">
      This sale is already paid:{" "}
      {id === null ? (
        number
      ) : (
        <Link className="link" to={`/admin/counter/sales/${id}`}>
          {number}
        </Link>
      )}
      .
    </p>
  );
}

function MailField({ state }: { state: TillState }) {
  const [isOpen, setOpen] = useState(false);
  const sends = use(SendsMail);
  if (!sends) return null;
  if (!isOpen && state.mailTo === "") {
    return (
      <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
        Email the receipt
      </button>
    );
  }
  return (
    <TextField
      label="Email the receipt to"
      optional
      // Not for an address that was typed before a new sign-in.
      autoFocus={isOpen}
      type="email"
      autoComplete="off"
      maxLength={254}
      className="my-2 basis-full"
      value={state.mailTo}
      onChange={({ currentTarget }) => state.setMailTo(currentTarget.value)}
    />
  );
}

/** Shows why nothing was sold, and takes the focus from the button. */
function Refused({ text }: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = said.current?.closest("form");
    if (text !== "" && form?.contains(document.activeElement)) said.current?.focus();
  }, [text]);
  return (
    <p ref={said} role="alert" tabIndex={-1} className="font-semibold text-cancelled empty:hidden">
      {text}
    </p>
  );
}
