import { ChevronLeft } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { windowInWords } from "#app/domain/delivery/days.ts";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { StopBadge } from "#app/domain/delivery/runs/run-badge.tsx";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { ended } from "#app/lib/in-words.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { outcomeOf } from "../outcome.ts";
import { counted, loadInWords } from "../papers/load-words.ts";
import { cashInWords } from "../papers/run-sheet-words.ts";
import {
  backLbOf,
  driverIsBack,
  type HeldOrder,
  isRefusedStop,
  isReported,
  loadOf,
  mapLink,
  mostRoundedCents,
  notesAt,
  type Run,
  type RunLine,
  wholeAddress,
} from "../run.ts";
import { ArrivingForm } from "./arriving-form.tsx";
import { BoxForm, BoxNotes } from "./box-form.tsx";
import { ComeAgainForm } from "./come-again-form.tsx";
import { type DraftForm, isBegun, keepOpenForm, openForm } from "./kept/typed-drafts.ts";
import { dueAt, isOnTerms, PaymentForm } from "./payment-form.tsx";
import { ReportForm, type ReportMode } from "./report-form.tsx";
import { saidOf, stillToReport } from "./report-words.ts";
import {
  heldAtStop,
  isAllRefusedAt,
  isRestRefused,
  isUnpacked,
  refusable,
  type ShownStop,
  toHandOver,
} from "./run-view.ts";

interface DriversStopProps {
  stop: ShownStop;
  /** URLs of pictures that show where to go. */
  photos: readonly string[];
  code: string | undefined;
  run: Pick<
    Run,
    | "id"
    | "kind"
    | "state"
    | "date"
    | "driver"
    | "endedAt"
    | "choices"
    | "boxMoves"
    | "held"
    | "receipts"
  >;
  /** When the run was read, by the server's clock. */
  asOf: number;
  /** The same client's other stops, not visited yet. */
  others: readonly ShownStop[];
  next: ShownStop | undefined;
  /** Number of stops not reported, including those without anything on the truck. */
  leftCount: number;
  onReport: (report: Report) => void;
}

const row = "flex flex-wrap items-baseline gap-x-4";

/** Shows a stop: the address, its orders, and the reports to make. */
export function DriversStop({
  stop,
  photos,
  code,
  run,
  asOf,
  others,
  next,
  leftCount,
  onReport,
}: DriversStopProps) {
  const { kind } = run;
  const isOver = run.endedAt !== null;
  const [mode, setMode] = useState(() => openForm(run.id, stop.id));
  const [sent, setSent] = useState<readonly Report[]>([]);
  const said = saidOf(stop, sent);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  const dial = telLink(stop.phone);
  const isDone = stop.state === "delivered" && toHandOver(run.held, stop).length === 0;
  const isRefused = isAllRefusedAt(run.held, stop);
  const modes = isOver ? [] : modesAt(stop, { isDone, isRefused });
  const { visits, unpacked } = outcomeOf(run, stop);
  const held = heldAtStop(run.held, stop);
  // Once the last line is refused, the report that all was refused replaces "delivered".
  const begun = mode === "delivered" && isRefused ? "all_refused" : mode;
  const reporting = modes.find((one) => one === begun) ?? null;
  // A client may hand over a second cheque, even once nothing more is due.
  const paidBefore = stop.taken.length > 0;
  const isOpen = stop.olderCents > 0 || stop.owesOlder || stop.openInvoices.length > 0;
  const canPay = dueAt(stop) > 0 || isOpen || paidBefore;
  const paysByTerms = isOnTerms(stop);
  const way = buttonClass({ variant: "secondary", className: "grow" });
  function open(form: DraftForm | null) {
    setMode(form);
    keepOpenForm(run.id, stop.id, form);
  }
  function report(...sent: readonly Report[]) {
    for (const one of sent) onReport(one);
    setSent(sent);
    // Returns to the half-filled form after a payment or refusal was reported.
    const isAside = sent.some(({ kind }) => ["paid", "unpaid", "refused"].includes(kind));
    const goesOn = isAside && !isDone;
    if (goesOn && isRestRefused(run.held, stop, sent)) open("all_refused");
    else open(goesOn && isBegun(run.id, stop.id, "delivered") ? "delivered" : null);
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }
  return (
    <section id={stop.id} aria-labelledby="stop-name">
      <Link
        to={{ hash: "stops" }}
        className="mt-4 inline-flex min-h-11 items-center gap-1.5 font-semibold"
      >
        <Icon of={ChevronLeft} className="size-4" />
        All stops
      </Link>
      <h1 ref={title} id="stop-name" tabIndex={-1} className="text-heading break-words">
        <span className="text-ink-soft tabular-nums">{stop.number}.</span> {stop.name}
      </h1>
      {said && <Notice tone="success" title={said} className="mt-3" />}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <StopBadge
          state={stop.state}
          kind={kind}
          backLb={backLbOf(stop.orders)}
          isRefused={isRefusedStop(stop)}
        />
        {stop.state === "waiting" && isUnpacked(stop) && <Badge tone="pending">Not packed</Badge>}
        {stop.isWaiting && <Badge tone="pending">Waiting to send</Badge>}
      </p>
      {visits.map(({ visit, whole }) => (
        <p key={visit.at.getTime()} className="mt-1 break-words">
          {whole}
        </p>
      ))}
      {stop.state === "waiting" && stop.earlier.length > 0 && (
        <p className="mt-2 font-semibold">{stillToReport(stop)}</p>
      )}
      {stop.state === "not_home" && !isOver && (
        <ComeAgainForm stop={stop} choices={run.choices} onReport={report} />
      )}
      {stop.state !== "waiting" && !isOver && <WayOn next={next} leftCount={leftCount} />}
      {kind === "delivery" && <p className="mt-3 text-lg">{wholeAddress(stop) || "No address"}</p>}
      <p className="mt-1 tabular-nums">
        {windowInWords(stop)}, {loadInWords(loadOf(stop.orders))}
      </p>
      {stop.toCollect && (
        <p className="mt-2 text-xl font-semibold tabular-nums">
          {stop.toCollect.cents > 0
            ? `Collect ${cashInWords(stop.toCollect)}`
            : "Nothing left to collect"}
        </p>
      )}
      {stop.toCollect && stop.toCollect.refusedCents > 0 && (
        <p className="mt-1 tabular-nums">
          {formatCents(stop.toCollect.refusedCents)} of what was refused is taken off.
        </p>
      )}
      {stop.toCollect && stop.toCollect.cents < -mostRoundedCents && (
        <p className="mt-1 tabular-nums">
          {formatCents(-stop.toCollect.cents)} more than is due was paid. Keep it: it stays on the
          client’s account.
        </p>
      )}
      {!paysByTerms && stop.olderCents > 0 && (
        <p className="mt-1 tabular-nums">
          Open from before: {formatCents(stop.olderCents)}.{overdueInWords(stop)}
        </p>
      )}
      {paysByTerms && <OnTerms stop={stop} />}
      {stop.owesOlder && !paysByTerms && (
        <p className="mt-1">
          Older invoices of this client are still open. Payments for those go to the office: don’t
          ask for money for them here. If you are handed a cheque for them, record it.
        </p>
      )}
      <Taken stop={stop} onReport={report} />
      {notesAt(stop).map((note) => (
        <p
          key={note}
          className="mt-3 border-l-4 border-oxblood pl-3 text-lg break-words whitespace-pre-line"
        >
          {note}
        </p>
      ))}
      {code && (
        <p className="mt-3 text-lg break-words">
          Gate or door code: <strong className="font-mono text-xl">{code}</strong>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {dial && (
          <a href={dial} className={way}>
            Call {stop.phone}
          </a>
        )}
        {kind === "delivery" && stop.address.trim() && (
          <a href={mapLink(stop)} target="_blank" rel="noreferrer" className={way}>
            Map
          </a>
        )}
      </div>
      {kind === "delivery" && !isOver && <ArrivingForm stop={stop} onReport={onReport} />}
      {photos.length > 0 && (
        <ul className="mt-4 grid grid-cols-2 gap-3">
          {photos.map((url, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={url}
                  alt={`Where to go, ${index + 1} of ${photos.length}`}
                  className="aspect-[4/3] w-full border border-rule object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <BoxNotes stopId={stop.id} date={run.date} moves={run.boxMoves} />
      <Goods stop={stop} held={held} />
      {!isOver && <BoxForm stop={stop} others={others} onReport={report} />}
      {unpacked && !isUnpacked(stop) && <p className="mt-3 font-semibold">{ended(unpacked)}</p>}
      {isUnpacked(stop) && (
        <Notice title="Not packed" className="mt-3">
          Nothing of this stop is on the truck, so there is nothing to report. Call the office if it
          should be.
        </Notice>
      )}
      {canPay && (
        <Button
          size="lg"
          variant="secondary"
          aria-expanded={mode === "paid"}
          onClick={() => open(mode === "paid" ? null : "paid")}
          className="mt-6 w-full"
        >
          {paidBefore ? "Record another payment" : "Record a payment"}
        </Button>
      )}
      {mode === "paid" && <PaymentForm stop={stop} run={run} onReport={report} />}
      <div
        className={`${canPay ? "mt-3" : "mt-6"} grid gap-3 ${modes.length > 1 ? "sm:grid-cols-3" : ""}`}
      >
        {modes.map((one) => (
          <Button
            key={one}
            size="lg"
            // After a report, the primary button leads to the next stop.
            variant={isVisit(one) && stop.state === "waiting" ? "primary" : "secondary"}
            aria-expanded={reporting === one}
            onClick={() => open(reporting === one ? null : one)}
            disabled={one === "refused" ? refusable(stop).length === 0 : isUnpacked(stop)}
          >
            {titleOf(one, kind)}
          </Button>
        ))}
      </div>
      {reporting && (reporting === "refused" || !isUnpacked(stop)) && (
        <ReportForm
          key={reporting}
          mode={reporting}
          stop={stop}
          run={run}
          asOf={asOf}
          held={held}
          onReport={(sent) => report(...sent)}
        />
      )}
      {isReported(stop) && <UndoReport stop={stop} isOver={isOver} onReport={report} />}
    </section>
  );
}

/** " $249.90 of it is overdue."; empty if nothing is. */
function overdueInWords({ overdueCents }: Pick<ShownStop, "overdueCents">): string {
  return overdueCents > 0 ? ` ${formatCents(overdueCents)} of it is overdue.` : "";
}

/** Says that nothing is due here today, and what is open by the client's terms. */
function OnTerms({ stop }: Pick<DriversStopProps, "stop">) {
  const { accountCents, openInvoices } = stop;
  return (
    <>
      <p className="mt-2 text-xl font-semibold">Nothing to collect</p>
      {accountCents > 0 && (
        <p className="mt-1 tabular-nums">
          On terms: {formatCents(accountCents)} is open
          {openInvoices.length > 0 && ` on ${counted(openInvoices.length, "invoice")}`}.
          {overdueInWords(stop)} Don’t ask for it at the door. If you are handed money, record it,
          and say which invoices it is for.
        </p>
      )}
    </>
  );
}

interface TakenProps {
  stop: ShownStop;
  onReport: (report: Report) => void;
}

/** Lists payments taken here. One that was typed wrong can be taken back until it is counted. */
function Taken({ stop, onReport }: TakenProps) {
  const [asked, setAsked] = useState<string | null>(null);
  if (stop.taken.length === 0) return null;
  return (
    <ul className="mt-1" aria-label="Payments">
      {stop.taken.map((one) => (
        <li key={one.requestId} className="tabular-nums">
          Took {takenInWords(one)}, <Moment at={one.takenAt} time />
          {one.isKnown && " The office had recorded it already, so it is booked once."}
          {!one.isKnown && !one.isCounted && (
            <Button
              variant="secondary"
              aria-expanded={asked === one.requestId}
              aria-label={`Correct the payment of ${takenInWords(one)}`}
              onClick={() => setAsked(asked === one.requestId ? null : one.requestId)}
              className="ml-3"
            >
              Correct
            </Button>
          )}
          {asked === one.requestId && (
            <div className="mt-3 border border-ink bg-paper-light p-4">
              <p>
                The payment of {takenInWords(one)} is taken back, and what it paid is due again
                unless another payment here is for more than was due. Then record what you were
                given.
              </p>
              <Button
                size="lg"
                onClick={() => {
                  setAsked(null);
                  onReport({
                    kind: "unpaid",
                    requestId: newUuid(),
                    stopId: stop.id,
                    paymentId: one.requestId,
                    at: new Date().toISOString(),
                    note: "",
                    photoId: null,
                    isEarly: false,
                  });
                }}
                className="mt-4 w-full"
              >
                Confirm: take it back
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Links from a reported stop to the next. */
function WayOn({ next, leftCount }: Pick<DriversStopProps, "next" | "leftCount">) {
  const way = leftCount === 0 ? "All stops are done" : `All stops: ${leftCount} not reported`;
  return (
    <div className="mt-4 border-t border-ink pt-4">
      <Link
        to={{ hash: next?.id ?? "stops" }}
        className={buttonClass({ size: "lg", className: "w-full break-words" })}
      >
        {next ? `Next stop: ${next.number}. ${next.name}` : way}
      </Link>
    </div>
  );
}

interface UndoReportProps {
  stop: ShownStop;
  /** True once the office has ended the run. */
  isOver: boolean;
  onReport: (report: Report) => void;
}

/** Takes back the reports of a stop after confirmation, or says why they stay. */
function UndoReport({ stop, isOver, onReport }: UndoReportProps) {
  const { phone } = useCompany();
  const ifMailed = useIfMailed();
  const [isAsked, setAsked] = useState(false);
  const why = isOver ? driverIsBack : stop.undoObstacle;
  if (why) {
    return (
      <p className="mt-6 text-sm text-ink-soft">
        Something wrong here? {why} Call the office:{" "}
        <a href={phone.href} className="link inline-block py-2">
          {phone.display}
        </a>
      </p>
    );
  }
  const isTold = stop.state === "delivered";
  return (
    <div className="mt-6 border-t border-rule pt-4">
      <Button
        variant="secondary"
        size="lg"
        aria-expanded={isAsked}
        onClick={() => setAsked(!isAsked)}
        className="w-full"
      >
        Undo what was reported
      </Button>
      {isAsked && (
        <div className="mt-3 border border-ink bg-paper-light p-4">
          <p>
            All that was reported here is taken back, also what was refused; payments stay. Then
            report it again. {isTold && ifMailed("The client is emailed a correction.", "")}
          </p>
          <Button
            size="lg"
            onClick={() => {
              setAsked(false);
              onReport({
                kind: "undone",
                requestId: newUuid(),
                stopId: stop.id,
                at: new Date().toISOString(),
                note: "",
                photoId: null,
                isEarly: false,
              });
            }}
            className="mt-4 w-full"
          >
            Confirm: undo it
          </Button>
        </div>
      )}
    </div>
  );
}

const isVisit = (mode: ReportMode) => mode === "delivered" || mode === "all_refused";

/** Returns the reports to offer at a stop, the usual one first. */
function modesAt(
  stop: ShownStop,
  { isDone, isRefused }: { isDone: boolean; isRefused: boolean },
): ReportMode[] {
  // Reports that can't be undone can't be changed from here either.
  if (isDone) return refusable(stop).length > 0 && !stop.undoObstacle ? ["refused"] : [];
  if (!isRefused) return ["delivered", "not_home", "refused"];
  return refusable(stop).length > 0 ? ["all_refused", "refused"] : ["all_refused"];
}

const titles: Record<ReportMode, string> = {
  delivered: "Delivered",
  all_refused: "Nothing was handed over",
  not_home: "No one there",
  refused: "Something was refused",
};

/** Returns the button label of a report. */
export function titleOf(mode: ReportMode, kind: Run["kind"]): string {
  if (kind === "pickup" && mode === "delivered") return "Picked up";
  return kind === "pickup" && mode === "not_home" ? "Nobody came" : titles[mode];
}

interface GoodsProps {
  stop: ShownStop;
  held: readonly HeldOrder[];
}

/** Says which part of a line must not be handed over; empty if all of it may be. */
function staysInWords(held: readonly HeldOrder[], { id, packedLb }: RunLine): string {
  const stays = held.flatMap((one) => one.stays).find(({ orderItemId }) => orderItemId === id);
  if (!stays) return "";
  const part = stays.lb === packedLb ? "" : `, ${formatLb(Number(stays.lb))}`;
  const isHeld = held.some(({ lines }) => lines.includes(id));
  return `${isHeld ? "On hold" : "In a held box"}${part}: don’t hand it over`;
}

function Goods({ stop, held }: GoodsProps) {
  return (
    <div className="mt-6 border-t border-ink">
      {stop.orders.map((order) => (
        <section key={order.id} aria-label={orderName(order.number)}>
          <h2 className="pt-3 font-sans text-sm font-semibold text-ink-soft">
            {orderName(order.number)}
            {order.boxes > 0 && `, ${counted(order.boxes, "box", "boxes")}`}
          </h2>
          <ul>
            {order.lines.map((line) => (
              <li key={line.id} className={`${row} justify-between border-b border-rule py-2`}>
                <span className="min-w-0 break-words">
                  {line.productName}
                  <strong className="block text-oxblood empty:hidden">
                    {staysInWords(held, line)}
                  </strong>
                </span>
                <span className="tabular-nums">
                  {Number(line.keptLb) > 0 && (
                    <strong>kept back {formatLb(Number(line.keptLb))} of </strong>
                  )}
                  {Number(line.refusedLb) > 0 && (
                    <strong>refused {formatLb(Number(line.refusedLb))} of </strong>
                  )}
                  {formatLb(Number(line.packedLb))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
