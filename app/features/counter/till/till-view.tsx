import { useEffect, useRef, useState } from "react";
import { Link, useBlocker } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { controlClass, Field, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useShopCut } from "#app/components/use-shop-cut.ts";
import { slipNumber } from "#app/domain/door/till/till.ts";
import { piecesHint } from "#app/domain/packages/typed-weight.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { isShopThere } from "#app/lib/browser/connection.ts";
import { keepPageOffline, keptTill, withdrawKeptPage } from "#app/lib/browser/kept-pages.ts";
import { amountOf, detailOf } from "../sale.ts";
import { AccountField } from "./account-field.tsx";
import type { PaidBasket } from "./basket.ts";
import { priceOf } from "./read-entry.ts";
import { Receipt, sheetOf } from "./receipt.tsx";
import { TenderFields, TenderStatus } from "./tender-fields.tsx";
import { lotInWords, lotsFor, lotsWithMeat, withoutLot } from "./till-lots.ts";
import type { TillProduct, TillScanning } from "./till-product.ts";
import { type TillFacts, type TillState, unchosenLot, useTill } from "./use-till.ts";

interface TillViewProps {
  till: TillFacts;
  products: readonly TillProduct[];
  scanning: TillScanning;
  taxNumber: string;
  /** The seller. */
  seller: string;
  /** The user whose page the browser caches, and whether it does. */
  kept: { whose: string; isKept: boolean };
}

/** A till: products and lines on one side, totals and payment on the other. */
export function TillView({ till, products, scanning, taxNumber, seller, kept }: TillViewProps) {
  const state = useTill(till, products, scanning, kept.whose);
  return (
    <div className="mx-auto max-w-6xl px-4 pb-10">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-ink py-1 print:hidden">
        <BackLink to="/admin/counter">Counter</BackLink>
        <h1 className="text-title">
          Till {till.number}: {till.name}
        </h1>
        <TillLinks tillId={till.id} />
        <p className="ml-auto text-sm text-ink-soft">Selling as {seller}</p>
      </header>
      <div className="mt-4 print:hidden">
        <CutLine kept={kept} till={till} isWaiting={state.outbox.waiting.length > 0} />
        <Unsent state={state} />
      </div>
      {state.sold ? (
        <SoldPart state={state} taxNumber={taxNumber} />
      ) : (
        <div className="grid gap-8 md:grid-cols-2">
          <EntryPart state={state} />
          <SalePart state={state} />
        </div>
      )}
    </div>
  );
}

/**
 * Links to the other pages of a till. Without a connection no page of the shop can be loaded, and
 * the browser's error page would replace the till; so leaving it, by any link or Back, waits until
 * the shop has answered.
 */
function TillLinks({ tillId }: { tillId: string }) {
  const isCut = useShopCut();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isCurrent = true;
    void isShopThere().then((isThere) => {
      if (!isCurrent) return;
      if (isThere) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
  const link = {
    "aria-disabled": isCut || undefined,
    "aria-describedby": isCut ? "till-links-cut" : undefined,
    className:
      "link min-h-11 content-center aria-disabled:text-ink-soft aria-disabled:no-underline",
  };
  return (
    <>
      <nav aria-label="Till" className="flex flex-wrap gap-x-5">
        <Link {...link} to={`/admin/counter/${tillId}/pickups`}>
          Pickups
        </Link>
        <Link {...link} to={`/admin/counter/${tillId}/drawer`}>
          Drawer
        </Link>
      </nav>
      <p id="till-links-cut" role="status" className="text-sm">
        {isCut && "Needs a connection. Sales go on here."}
      </p>
    </>
  );
}

interface CutLineProps extends Pick<TillViewProps, "kept" | "till"> {
  /** True if sales are waiting, because that notice mentions the connection too. */
  isWaiting: boolean;
}

/** Caches the till for offline use, and says when the connection is lost. */
function CutLine({ kept: { whose, isKept }, till, isWaiting }: CutLineProps) {
  const isCut = useShopCut();
  useEffect(() => {
    if (isKept) void keepPageOffline(keptTill, whose, `${keptTill.scope}${till.id}`);
    else void withdrawKeptPage(keptTill);
  }, [whose, isKept, till.id]);
  // Behind a service worker, the page may come from the cache, so the connection is checked.
  useEffect(() => {
    if (navigator.serviceWorker?.controller) void isShopThere();
  }, []);
  if (!isCut || isWaiting) return null;
  return (
    <Notice title="No connection" className="mb-4">
      Go on selling: cash and the card terminal work. What you sell is saved in this browser and
      sent once the shop can be reached. Accounts, pickups, the drawer and refunds have to wait.
    </Notice>
  );
}

/** Lists sales that the shop hasn't stored yet, and why. */
function Unsent({ state: { outbox, till } }: { state: TillState }) {
  const { waiting, line, refused } = outbox;
  const slips = waiting
    .slice(0, 3)
    .map(({ op }) => slipNumber(till.number, op))
    .join(", ");
  return (
    <>
      {waiting.length > 0 && (
        <Notice
          tone={line === "signed out" ? "error" : "info"}
          className="mb-4"
          title={
            waiting.length === 1
              ? "1 sale isn’t sent yet"
              : `${waiting.length} sales aren’t sent yet`
          }
          action={
            <Button variant="secondary" onClick={outbox.retryNow}>
              Send now
            </Button>
          }
        >
          {line === "signed out" ? (
            <>
              You are signed out.{" "}
              <Link className="link" to={`/login?next=/admin/counter/${till.id}`}>
                Sign in
              </Link>{" "}
              and they are sent.{" "}
            </>
          ) : (
            "The shop can’t be reached. Go on selling: cash and the card terminal work. "
          )}
          Saved in this browser:{" "}
          <span className="whitespace-nowrap">
            {slips}
            {waiting.length > 3 && " …"}
          </span>
          .
        </Notice>
      )}
      {refused.map((one) => (
        <Notice
          key={one.sale.requestId}
          tone="error"
          className="mb-4"
          title={`Slip ${slipNumber(till.number, one.sale)} could not be stored`}
          action={
            <Button variant="secondary" onClick={() => outbox.sendAgain(one)}>
              Send again
            </Button>
          }
        >
          {one.message} The money was taken. Keep the slip, and tell the owner.
        </Notice>
      ))}
    </>
  );
}

/** The one field for codes, item numbers, names and weights. */
function EntryPart({ state }: { state: TillState }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { chosen, found, message, weighed } = state;
  const [areAll, setAll] = useState(false);
  const areMore = !chosen && !found && !areAll && state.products.length > 6;
  const focus = () => field.current?.focus();
  const { firstEntry } = state;
  useEffect(() => {
    if (field.current && firstEntry !== "") field.current.value = firstEntry;
  }, [firstEntry]);
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
          {chosen ? "Add" : "Enter"}
        </Button>
      </form>
      <p
        role={message?.isWrong ? "alert" : "status"}
        className={message?.isWrong ? "mt-3 font-semibold text-cancelled" : "mt-3"}
      >
        {message?.text}
      </p>
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
            // On a phone, more results would push the sale far down; wider screens show all.
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
          Another product
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

/** The lines, their total, and the payment. */
function SalePart({ state }: { state: TillState }) {
  const { lines, totals, client, scanning } = state;
  const codeOf = (lotId: string | null) => scanning.lots.find(({ id }) => id === lotId)?.code;
  return (
    <section aria-label="Sale">
      <h2 className="text-title">Sale</h2>
      <PaidBefore paid={state.paidBefore} />
      {lines.length === 0 ? (
        <p className="mt-3 text-ink-soft">Nothing yet.</p>
      ) : (
        <>
          <ul aria-label="Lines" className="mt-3 border-t border-ink">
            {lines.map((line, index) => {
              const amount = amountOf(line);
              const lot = codeOf(line.lotId);
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their places
                  key={index}
                  className="flex items-center gap-3 border-b border-rule py-1"
                >
                  <span className="min-w-0 grow">
                    <span className="block font-semibold break-words">{line.name}</span>
                    <span className="text-sm text-ink-soft tabular-nums">
                      {detailOf(line)}
                      {lot && `, lot ${lot}`}
                    </span>
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
          <form
            className="mt-4 grid gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              void state.sell();
            }}
          >
            {client ? (
              <AccountField state={state} />
            ) : (
              <TenderFields
                totalCents={totals.totalCents}
                typed={state.typed}
                onType={state.setTyped}
                more={
                  <>
                    <AccountField state={state} />
                    <MailField state={state} />
                  </>
                }
              />
            )}
            <div className="grid gap-3 border-t border-rule bg-paper py-3 md:sticky md:bottom-0">
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
              <Refused text={state.refusal} />
              {!client && state.refusal === "" && (
                <TenderStatus totalCents={totals.totalCents} typed={state.typed} />
              )}
              <Button type="submit" size="lg" pending={state.isSelling}>
                {client ? `Put on the account of ${client.name}` : "Take payment"}
              </Button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}

/** Says that this basket was paid in another tab, with a link to that sale. */
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

/** Field for the address to mail the receipt to. */
function MailField({ state }: { state: TillState }) {
  const [isOpen, setOpen] = useState(false);
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

/** Shows why nothing was sold, beside the button; takes the focus from it. */
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

/** Shows the finished sale: the change and the receipt. */
function SoldPart({ state, taxNumber }: { state: TillState; taxNumber: string }) {
  const { sold, outbox } = state;
  if (!sold) return null;
  const stored = sold.stored ?? outbox.numbers.get(sold.sale.requestId) ?? null;
  const sheet = sheetOf(sold.sale, sold.slip, stored, sold.clientName);
  const change = sheet.tenders.reduce(
    (sum, { cents, tenderedCents }) => sum + (tenderedCents ?? cents) - cents,
    0,
  );
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section aria-label="Sold" className="print:hidden">
        <p role="status" className="text-display tabular-nums">
          {sheet.onAccountOf !== null
            ? `On account: ${formatCents(sheet.totals.totalCents)}`
            : change > 0
              ? `Change: ${formatCents(change)}`
              : `Paid: ${formatCents(sheet.totals.totalCents)}`}
        </p>
        <p className="mt-2">
          {stored
            ? `${stored.documentNumber}, slip ${sold.slip}`
            : `Slip ${sold.slip}. Not sent yet: the shop gives the receipt its number once it can be reached.`}
        </p>
        {stored?.remarks.map((remark) => (
          <p key={remark} className="mt-2 font-semibold text-cancelled">
            {remark}
          </p>
        ))}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button size="lg" onClick={state.next} autoFocus>
            Next sale
          </Button>
          <Button size="lg" variant="secondary" onClick={() => window.print()}>
            Print receipt
          </Button>
          {stored && (
            <ButtonLink to={`/admin/counter/sales/${stored.id}`} variant="secondary" size="lg">
              See the sale
            </ButtonLink>
          )}
        </div>
      </section>
      <Receipt sheet={sheet} taxNumber={taxNumber} />
    </div>
  );
}
