import { useEffect, useRef, useState } from "react";
import { Link, useBlocker } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useScanner } from "#app/components/use-scanner.ts";
import { useShopCut } from "#app/components/use-shop-cut.ts";
import { slipNumber } from "#app/domain/door/till/till.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { isShopThere } from "#app/lib/browser/connection.ts";
import { keepPageOffline, keptTill, withdrawKeptPage } from "#app/lib/browser/kept-pages.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { changeOf, type LastSale, paidInWords } from "../sale.ts";
import { EntryPart } from "./entry-part.tsx";
import { Receipt, sheetOf } from "./receipt.tsx";
import { SalePart } from "./sale-part.tsx";
import type { TillProduct, TillScanning } from "./till-product.ts";
import { RefusedSaleNotice, SentSales } from "./unsent-sales.tsx";
import { type Sold, type TillFacts, type TillState, useTill } from "./use-till.ts";

interface TillViewProps {
  till: TillFacts;
  products: readonly TillProduct[];
  scanning: TillScanning;
  taxNumber: string;
  seller: string;
  lastSale: LastSale | null;
  /** The user whose page the browser caches, and whether it does. */
  kept: { whose: string; isKept: boolean };
}

/** A till: products and lines on one side, totals and payment on the other. */
export function TillView({
  till,
  products,
  scanning,
  taxNumber,
  seller,
  lastSale,
  kept,
}: TillViewProps) {
  const state = useTill(till, products, scanning, kept.whose);
  const field = useRef<HTMLInputElement>(null);
  // The field is only shown with the next sale, which a scan begins.
  useScanner(field, (code) => {
    const left = state.scan(code);
    if (!field.current) return;
    field.current.value = left;
    field.current.focus();
    // The next input replaces a rejected entry.
    field.current.select();
  });
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
        <>
          <LastSaleLine state={state} loaded={lastSale} />
          <div className="grid gap-8 md:grid-cols-2">
            <EntryPart state={state} field={field} />
            <SalePart state={state} taxNumber={taxNumber} />
          </div>
        </>
      )}
    </div>
  );
}

/**
 * Links to the other pages of a till. Leaving the till, by any link or Back, waits until the shop
 * answers, because offline the browser's error page would replace it.
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
  /** True if sales are waiting; their notice mentions the connection too. */
  isWaiting: boolean;
}

/** Caches the till for use offline, and says when the connection is lost. */
function CutLine({ kept: { whose, isKept }, till, isWaiting }: CutLineProps) {
  const isCut = useShopCut();
  useEffect(() => {
    if (isKept) void keepPageOffline(keptTill, whose, `${keptTill.scope}${till.id}`);
    else void withdrawKeptPage(keptTill);
  }, [whose, isKept, till.id]);
  // With a service worker, the page may come from the cache, so the connection is checked.
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

function Unsent({ state }: { state: TillState }) {
  const { outbox, till } = state;
  const { waiting, line, refused, numbers } = outbox;
  const hasLines = state.lines.length > 0;
  /** How many were sent before the latest sale began. */
  const [before, setBefore] = useState({ hasLines, sent: 0 });
  if (hasLines !== before.hasLines) {
    setBefore({ hasLines, sent: hasLines ? numbers.size : before.sent });
  }
  const slips = waiting
    .slice(0, 3)
    .map(({ op }) => slipNumber(till.number, op))
    .join(", ");
  return (
    <>
      {/* Hidden while a sale has lines. */}
      <SentSales count={waiting.length === 0 && !hasLines ? numbers.size - before.sent : 0} />
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
        <RefusedSaleNotice
          key={one.sale.requestId}
          slip={slipNumber(till.number, one.sale)}
          message={one.message}
          onSendAgain={() => outbox.sendAgain(one)}
          onSettle={() => outbox.settle(one)}
        />
      ))}
    </>
  );
}

/** The latest sale known to this browser or the shop, with its change. */
function LastSaleLine({ state, loaded }: { state: TillState; loaded: LastSale | null }) {
  const { lastSold, outbox, till } = state;
  const unsent = outbox.waiting.at(-1)?.op;
  const waiting =
    unsent && sheetOf(unsent, slipNumber(till.number, unsent), null, null, state.scanning);
  const candidates = [
    loaded,
    waiting && { id: null, sheet: waiting },
    lastSold && soldNow(state, lastSold),
  ];
  const [last] = candidates
    .filter((one) => !!one)
    .sort((one, other) => other.sheet.soldAt.getTime() - one.sheet.soldAt.getTime());
  if (!last) return null;
  const { id, sheet } = last;
  return (
    <p className="mb-4 text-sm text-ink-soft tabular-nums wrap-anywhere print:hidden">
      Last sale, {formatDateTime(sheet.soldAt)}: {paidInWords(sheet)}.{" "}
      {id === null ? (
        `Slip ${sheet.slip}.`
      ) : (
        <Link
          className="link inline-block min-h-11 content-center"
          to={`/admin/counter/sales/${id}`}
        >
          Receipt {sheet.documentNumber}
        </Link>
      )}
    </p>
  );
}

function soldNow({ outbox, scanning }: TillState, { sale, slip, clientName, stored: first }: Sold) {
  const stored = first ?? outbox.numbers.get(sale.requestId) ?? null;
  return {
    id: stored?.id ?? null,
    stored,
    sheet: sheetOf(sale, slip, stored, clientName, scanning),
  };
}

function SoldPart({ state, taxNumber }: { state: TillState; taxNumber: string }) {
  const { sold, outbox } = state;
  if (!sold) return null;
  const isWaiting = outbox.waiting.some(({ op }) => op.requestId === sold.sale.requestId);
  const { stored, sheet } = soldNow(state, sold);
  const change = changeOf(sheet.tenders);
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
          {stored ? `${stored.documentNumber}, slip ${sold.slip}` : `Slip ${sold.slip}.`}
          {isWaiting &&
            " Not sent yet: the shop gives the receipt its number once it can be reached."}
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
