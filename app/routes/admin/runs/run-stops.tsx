import { clsx } from "clsx/lite";
import { ChevronDown, ChevronUp } from "lucide";
import { useLayoutEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigation, useSubmit } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { moved, useDragOrder } from "#app/components/drag-order.ts";
import { Icon } from "#app/components/icon.tsx";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { windowInWords } from "#app/domain/delivery/days.ts";
import { isAllRefused } from "#app/domain/delivery/runs/all-refused.ts";
import { StopBadge } from "#app/domain/delivery/runs/run-badge.tsx";
import {
  buttonFor,
  questionFor,
  transitionWords,
} from "#app/domain/ordering/transition/transition-words.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { backInWords, outcomeOf } from "#app/features/runs/outcome.ts";
import { loadInWords } from "#app/features/runs/papers/load-words.ts";
import { cashInWords } from "#app/features/runs/papers/run-sheet-words.ts";
import { ReceiptLine } from "#app/features/runs/receipt-line.tsx";
import type { StopVisit } from "#app/features/runs/reports/visits.ts";
import {
  backLbOf,
  isRefusedStop,
  isReported,
  leftInWords,
  loadOf,
  mapLink,
  notesAt,
  type Run,
  type RunStop,
  wholeAddress,
} from "#app/features/runs/run.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { ended } from "#app/lib/in-words.ts";
import { useMay } from "../use-frame-facts.ts";
import { BoxMoves, ComeAgain } from "./stop-choices.tsx";

/**
 * A run's stops, reordered by dragging the number or with the buttons. The order is kept for the
 * next runs. Others' moves appear immediately.
 */
export function RunStops({ run, formId }: { run: Run; formId: string }) {
  const submit = useSubmit();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<readonly string[] | null>(null);
  const sending = useRef(Promise.resolve());
  const [said, setSaid] = useState("");
  const [sent, setSent] = useState<readonly string[] | null>(null);
  const isOver = run.state === "done";
  const ids = dragged ?? sent ?? run.stops.map(({ id }) => id);
  const byId = new Map(run.stops.map((stop) => [stop.id, stop]));
  const stops = ids.flatMap((id) => byId.get(id) ?? []);
  const drag = useDragOrder(list, ids, (from, to) => setDragged(moved(ids, from, to)));

  async function send(order: readonly string[], id: string) {
    const at = order.indexOf(id);
    const name = byId.get(id)?.name ?? "";
    setSaid(`${name} is now stop ${at + 1} of ${order.length}.`);
    const between = { after: order[at - 1] ?? "", before: order[at + 1] ?? "" };
    const fields = { intent: "move", stop: id, ...between };
    setSent(order);
    // Sequential, and not as navigations, which would cancel each other.
    const options = { method: "post", action: `/admin/runs/${run.id}`, navigate: false } as const;
    sending.current = sending.current.then(() => submit(fields, options));
    await sending.current;
    setSent((last) => (last === order ? null : last));
  }

  function drop(end: () => void) {
    const id = drag.dragged;
    end();
    if (dragged && id !== null && dragged.join() !== run.stops.map((stop) => stop.id).join()) {
      send(dragged, id);
    }
    setDragged(null);
  }

  if (stops.length === 0) {
    return (
      <EmptyState title="No stops" underHead>
        <p>Nobody has an order on this run.</p>
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="stops">
      <h2 id="stops" className="border-t border-ink pt-3 text-title">
        Stops
      </h2>
      {isOver ? (
        <p className="mt-1 mb-3 text-ink-soft">In the order in which they were to be driven.</p>
      ) : (
        <p className="mt-1 mb-3 text-ink-soft">
          Drag a number or use the arrows. The next runs of this zone begin in this order.
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol
        ref={list}
        {...drag.list}
        onPointerUp={() => drop(drag.list.onPointerUp)}
        onPointerCancel={() => drop(drag.list.onPointerCancel)}
        className="border-t border-rule-strong"
      >
        {stops.map((stop, at) => (
          <li
            key={stop.id}
            className={clsx(
              "grid grid-cols-[3rem_1fr] border-b border-rule py-4",
              drag.dragged === stop.id && "bg-paper-deep",
            )}
          >
            <div>
              <div
                onPointerDown={isOver ? undefined : (event) => drag.grab(event, stop.id)}
                className={clsx(
                  "w-11 font-display text-title font-semibold tabular-nums",
                  !isOver && "touch-none select-none",
                  !isOver && stops.length > 1 && (drag.dragged ? "cursor-grabbing" : "cursor-grab"),
                )}
              >
                {at + 1}
              </div>
              {!isOver &&
                (["up", "down"] as const).map((way) => (
                  <Step
                    key={way}
                    way={way}
                    stop={stop}
                    run={run}
                    ids={ids}
                    onMove={(to) => send(moved(ids, at, to), stop.id)}
                  />
                ))}
            </div>
            <Stop stop={stop} run={run} formId={formId} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Stops where nobody took anything, and whose orders now have another day. */
export function MissedStops({ run: { missed, kind } }: { run: Run }) {
  const seesOrders = useMay()("orders");
  if (missed.length === 0) return null;
  return (
    <section aria-labelledby="missed-stops" className="mt-10">
      <h2 id="missed-stops" className="border-t border-ink pt-3 text-title">
        Not delivered, and no longer on this run
      </h2>
      <ul className="mt-3 border-t border-rule-strong">
        {missed.map((stop) => (
          <li key={stop.id} className="border-b border-rule py-4">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <h3 className="min-w-0 text-lg font-semibold break-words">{stop.name}</h3>
              <StopBadge state={stop.state} kind={kind} backLb="0" isRefused={false} />
            </div>
            {stop.visitedAt && (
              <p>
                <Moment at={stop.visitedAt} time />
                {stop.note && `: “${stop.note}”`}
              </p>
            )}
            {stop.left.map((order) => (
              <p key={order.id}>
                {seesOrders ? (
                  <Link to={`/admin/orders/${order.id}`} className={way}>
                    {leftInWords(order)}
                  </Link>
                ) : (
                  leftInWords(order)
                )}
                {Number(order.packedLb) > 0 && `, ${loadInWords(order)}`}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StepProps {
  way: "up" | "down";
  stop: RunStop;
  run: Run;
  ids: readonly string[];
  onMove: (to: number) => void;
}

/** A form of its own, so that it also works without JavaScript. */
function Step({ way, stop, run, ids, onMove }: StepProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // Moving a row in the DOM loses its focus; restore it.
  useLayoutEffect(() => {
    if (wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  });
  const at = ids.indexOf(stop.id);
  const to = way === "up" ? at - 1 : at + 1;
  const isEnd = to < 0 || to >= ids.length;
  const [after, before] = way === "up" ? [ids[to - 1], ids[to]] : [ids[to], ids[to + 1]];
  return (
    <form
      method="post"
      action={`/admin/runs/${run.id}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnd) return;
        wasPressed.current = true;
        onMove(to);
      }}
    >
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="stop" value={stop.id} />
      <input type="hidden" name="after" value={after ?? ""} />
      <input type="hidden" name="before" value={before ?? ""} />
      <button
        ref={button}
        type="submit"
        aria-label={`Move ${stop.name} ${way}`}
        aria-disabled={isEnd || undefined}
        className={buttonClass({
          variant: "quiet",
          size: "icon",
          className: "-ml-3 aria-disabled:cursor-default aria-disabled:opacity-30",
        })}
      >
        <Icon of={way === "up" ? ChevronUp : ChevronDown} className="size-5" />
      </button>
    </form>
  );
}

const way = "link inline-flex min-h-11 items-center";

interface StopProps {
  stop: RunStop;
  run: Run;
  /** Made when the page is loaded. */
  formId: string;
}

function Stop({ stop, run, formId }: StopProps) {
  const dial = telLink(stop.phone);
  const seesOrders = useMay()("orders");
  // In that state, the stop's badge says that its orders are packed.
  const isMissed = stop.state === "not_home" || stop.state === "kept";
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lg font-semibold break-words">{stop.name}</h3>
        <StopBadge
          state={stop.state}
          kind={run.kind}
          backLb={backLbOf(stop.orders)}
          isRefused={isRefusedStop(stop)}
          isPacked={stop.orders.some(({ status }) => status === "fulfilled")}
        />
      </div>
      {run.kind === "delivery" && (
        <p className="text-ink-soft">
          {wholeAddress(stop) || "No address"}
          {stop.address.trim() && (
            <a href={mapLink(stop)} target="_blank" rel="noreferrer" className={`${way} ml-4`}>
              Map<span className="sr-only"> of {stop.name}</span>
            </a>
          )}
        </p>
      )}
      <p className="tabular-nums">
        {windowInWords(stop)}, {loadInWords(loadOf(stop.orders))}
        {stop.toCollect && stop.toCollect.cents > 0 && (
          <strong className="ml-3 whitespace-nowrap">Collect {cashInWords(stop.toCollect)}</strong>
        )}
      </p>
      {stop.phone &&
        (dial ? (
          <a href={dial} className={way}>
            {stop.phone}
          </a>
        ) : (
          <p>{stop.phone}</p>
        ))}
      {notesAt(stop).map((note) => (
        <p
          key={note}
          className="mt-1 border-l-4 border-oxblood pl-3 break-words whitespace-pre-line"
        >
          {note}
        </p>
      ))}
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {stop.orders.map(({ id, number, status, lines }) => (
          <li key={id} className="flex items-center gap-2">
            {seesOrders ? (
              <Link to={`/admin/orders/${id}`} className={way}>
                {orderName(number)}
              </Link>
            ) : (
              <span>{orderName(number)}</span>
            )}
            {!(isMissed && status === "fulfilled") && (
              <OrderStatusBadge
                status={status}
                isRefused={status === "delivered" && isAllRefused(lines)}
                deliveryKind={run.kind}
              />
            )}
          </li>
        ))}
      </ul>
      <BoxMoves run={run} stop={stop} formId={formId} />
      <Paid stop={stop} run={run} />
      <Reported stop={stop} run={run} formId={formId} />
    </div>
  );
}

function Paid({ stop, run }: { stop: RunStop; run: Run }) {
  const keepsMoney = useMay()("money");
  const receipts = run.receipts.filter(({ stopId }) => stopId === stop.id);
  if (receipts.length === 0) return null;
  const account = receipts[0]?.customerId;
  return (
    <div className="mt-2 border-t border-rule pt-2">
      <ul aria-label={`Payments of ${stop.name}`}>
        {receipts.map((one) => (
          <li key={one.requestId} className="tabular-nums">
            <ReceiptLine receipt={one} />
            {one.photoId && (
              <span className="block">
                <ImageLink id={one.photoId}>Photo of the cheque</ImageLink>
              </span>
            )}
          </li>
        ))}
      </ul>
      {keepsMoney && (
        <Link to={`/admin/receivables/${account}`} className={way}>
          Account of {stop.name}
        </Link>
      )}
    </div>
  );
}

function Reported({ stop, run, formId }: StopProps) {
  const may = useMay();
  const [maySell, mayPack] = [may("sell"), may("pack")];
  const { visits, unreported, unpacked, back } = outcomeOf(run, stop);
  if (!isReported(stop)) return null;
  return (
    <div className="mt-2 border-t border-rule pt-2">
      {visits.map(({ visit, whole }) => (
        <div key={visit.at.getTime()} className="mb-2">
          <p className="break-words">{whole}</p>
          <Images of={visit} />
        </div>
      ))}
      {unreported && <p className="font-semibold">{ended(unreported)}</p>}
      {unpacked && <p className="font-semibold">{ended(unpacked)}</p>}
      {back.map((line) => (
        <p key={line} className="font-semibold">
          {line}
        </p>
      ))}
      {backInWords(stop).length > 0 && mayPack && (
        <Link to="/admin/returns" className={way}>
          Weigh what came back
        </Link>
      )}
      {stop.state === "not_home" && maySell && <ComeAgain run={run} stop={stop} formId={formId} />}
      {stop.state !== "waiting" && maySell && (
        <p className="flex flex-wrap gap-x-5">
          {stop.orders
            .filter(({ status }) => status === "fulfilled")
            .map(({ id, number }) => (
              <Link key={id} to={`/admin/orders/${id}/move`} className={way}>
                Another day for order {orderNumber(number)}
              </Link>
            ))}
        </p>
      )}
      <TakeBack stop={stop} run={run} />
    </div>
  );
}

function Images({ of: { signatureId, photoId } }: ImagesProps) {
  return (
    <p className="flex flex-wrap gap-x-5 empty:hidden">
      {signatureId && <ImageLink id={signatureId}>Signature</ImageLink>}
      {photoId && <ImageLink id={photoId}>Photo</ImageLink>}
    </p>
  );
}

interface ImagesProps {
  of: Pick<StopVisit, "signatureId" | "photoId">;
}

/** Undoing a delivery asks for confirmation, as on the order's page: its client is told of both. */
function TakeBack({ stop, run }: { stop: RunStop; run: Run }) {
  const { formData } = useNavigation();
  const search = new URLSearchParams(useLocation().search);
  const address = `/admin/runs/${run.id}`;
  if (stop.undoObstacle) {
    return <p className="mt-2 text-sm text-ink-soft">{stop.undoObstacle}</p>;
  }
  const { consequence, keep } = transitionWords.undeliver;
  const asked = { deliveryDay: null, isRefused: isRefusedStop(stop) };
  const isDelivery =
    stop.state === "delivered" || stop.earlier.some(({ state }) => state === "delivered");
  const label = (
    <>
      Undo<span className="sr-only"> what was reported of {stop.name}</span>
    </>
  );
  if (isDelivery && search.get("undo") !== stop.id) {
    return (
      <ButtonLink
        to={`${address}?undo=${stop.id}`}
        replace
        preventScrollReset
        variant="secondary"
        size="sm"
        className="mt-2"
      >
        {label}
      </ButtonLink>
    );
  }
  const form = (
    <Form method="post" action={address} replace preventScrollReset>
      <input type="hidden" name="stop" value={stop.id} />
      <Button
        type="submit"
        name="intent"
        value="undo"
        variant="secondary"
        size="sm"
        pending={formData?.get("stop") === stop.id}
      >
        {isDelivery ? buttonFor("undeliver", asked) : label}
      </Button>
    </Form>
  );
  if (!isDelivery) {
    return (
      <div className="mt-2">
        {form}
        {run.endedAt && (
          <p className="mt-1 text-sm text-ink-soft">The driver is back, so the run stays over.</p>
        )}
      </div>
    );
  }
  return (
    <Notice
      title={questionFor("undeliver", asked, run.date)}
      className="mt-2"
      action={
        <>
          {form}
          <ButtonLink to={address} replace preventScrollReset variant="secondary" size="sm">
            {keep}
          </ButtonLink>
        </>
      }
    >
      {consequence}
    </Notice>
  );
}

function ImageLink({ id, children }: { id: string; children: string }) {
  return (
    <a href={`/admin/attachments/${id}`} target="_blank" rel="noreferrer" className={way}>
      {children}
    </a>
  );
}
