import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { StopBadge } from "#app/domain/delivery/runs/run-badge.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { chargedInWords } from "../coming-again.ts";
import { HandedOverHeld, HeldOrders, LeftBehindOrders, MovedOrders } from "../moved-orders.tsx";
import { unpackedInWords } from "../outcome.ts";
import { counted, loadInWords } from "../papers/load-words.ts";
import { collectInWords } from "../papers/run-sheet-words.ts";
import {
  backLbOf,
  collected,
  isRefusedStop,
  loadOf,
  movedInWords,
  type Run,
  wayLink,
  wholeAddress,
  withMoved,
} from "../run.ts";
import { DriversStop, titleOf } from "./drivers-stop.tsx";
import { useAddedOrders } from "./kept/added-orders.ts";
import { keepOffline } from "./kept/keep-offline.ts";
import { OrderStops } from "./order-stops.tsx";
import { NotRecorded } from "./refused-reports.tsx";
import { RunHandedOver } from "./run-handed-over.tsx";
import { isUnpacked, movedByOffice, nextAfter, type ShownStop } from "./run-view.ts";
import { TakenMoney } from "./taken-money.tsx";
import { useDriversRun } from "./use-drivers-run.ts";

interface DriversRunProps {
  loaded: Run;
  /** When the run was read, by the server's clock. */
  asOf: number;
  token: string;
}

interface Delivered {
  id: string;
  /** URL hash that the driver was forwarded to. */
  onTo: string;
  /** URL hash of the report; empty once the driver has moved on. */
  from: string;
}

type Driven = ReturnType<typeof useDriversRun>;

/** Shows the run to its driver, also offline: its stops, or the stop in the URL hash. */
export function DriversRun({ loaded, asOf, token }: DriversRunProps) {
  const driven = useDriversRun(loaded, asOf, token);
  const company = useCompany();
  const isLive = useHydrated();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [movedOn, setMovedOn] = useState<MovedOn | null>(null);
  const [delivered, setDelivered] = useState<Delivered | null>(null);
  useEffect(() => {
    // The message disappears once another stop or the list is opened.
    setDelivered((before) => {
      if (before === null || hash === before.from) return before;
      return hash === `#${before.onTo}` ? { ...before, from: "" } : null;
    });
  }, [hash]);
  const isKept = useKeptOffline(
    loaded.stops.flatMap(({ sitePhotos }) => sitePhotos.map((id) => photoUrl(token, id))),
  );
  // The server doesn't know the hash.
  const chosen = isLive ? driven.stops.find(({ id }) => `#${id}` === hash) : undefined;
  if (movedOn && chosen && chosen.id !== movedOn.stop.id) setMovedOn(null);
  const next = chosen && nextAfter(driven.stops, chosen);
  const isLedOn = delivered !== null && hash === `#${delivered.onTo}`;
  const before = isLedOn ? driven.stops.find(({ id }) => id === delivered.id) : undefined;

  function report(sent: Report) {
    driven.report(sent);
    setMovedOn(null);
    if (sent.kind === "again" && chosen) {
      // The stop is gone once the shop has moved its orders.
      const charged = chargedInWords(chosen, driven.run.choices, sent);
      setMovedOn({ requestId: sent.requestId, date: sent.date, stop: chosen, charged });
      setDelivered(null);
      return navigate({ hash: "stops" });
    }
    if (!["delivered", "all_refused", "kept"].includes(sent.kind)) return setDelivered(null);
    const onTo = next?.id ?? "stops";
    setDelivered({ id: sent.stopId, onTo, from: hash });
    navigate({ hash: onTo });
  }

  // A refused report of another client's stop must not look like this one's.
  const refusedHere = driven.refused.filter(
    ({ report: { stopId } }) => !chosen || stopId === chosen.id,
  );
  const { added, take } = useAddedOrders(driven.run);
  if (driven.handedOver) return <RunHandedOver handedOver={driven.handedOver} />;
  return (
    <>
      <LineNotice driven={driven} />
      {chosen && <RefusedElsewhere driven={driven} at={chosen} />}
      {refusedHere.map((refused) => {
        const { requestId, stopId } = refused.report;
        return (
          <NotRecorded
            key={requestId}
            refused={refused}
            name={driven.nameAt(stopId)}
            stop={driven.stops.find(({ id }) => id === stopId)}
            settled={driven.run.settled.findLast((one) => one.requestId === requestId)?.how}
            onSendAgain={() => driven.sendAgain(refused)}
            onDiscard={() => {
              driven.giveUp(refused);
              if (requestId === movedOn?.requestId) setMovedOn(null);
            }}
          />
        );
      })}
      <MovedOrders
        runId={driven.run.id}
        moved={movedByOffice(driven.run, [
          ...driven.waiting.map(({ op }) => op),
          ...driven.refused.map(({ report: one }) => one),
        ])}
        says={withMoved}
        className="mt-4"
      />
      <LeftBehindOrders leftBehind={driven.run.leftBehind} className="mt-4">
        Not on the truck. Call the office if it is.
      </LeftBehindOrders>
      <HeldOrders held={driven.run.held} className="mt-4">
        Don’t hand these boxes over. Keep them cold, and bring them back to the shop.
      </HeldOrders>
      {/* A run that this phone kept before may lack it. */}
      <HandedOverHeld runId={driven.run.id} handedOver={driven.run.handedOver ?? []}>
        The client must not use it. Call the office now: <PhoneLink phone={company.phone} />
      </HandedOverHeld>
      <AddedOrders stops={driven.stops} added={added} onSeen={take} />
      {(before?.state === "delivered" || before?.state === "kept") && (
        <JustDelivered stop={before} kind={loaded.kind} />
      )}
      {movedOn && !driven.refused.some(({ report: r }) => r.requestId === movedOn.requestId) && (
        <JustMoved {...movedOn} />
      )}
      {chosen ? (
        <DriversStop
          key={chosen.id}
          stop={chosen}
          photos={chosen.sitePhotos.map((id) => photoUrl(token, id))}
          code={driven.codes[chosen.id]}
          run={driven.run}
          asOf={driven.asOf}
          others={driven.stops.filter(
            ({ id, customerId, state }) =>
              id !== chosen.id && customerId === chosen.customerId && state === "waiting",
          )}
          next={next}
          leftCount={driven.stops.filter(({ state }) => state === "waiting").length}
          onReport={report}
        />
      ) : (
        <Stops
          driven={driven}
          isKept={isKept}
          isLedOn={isLedOn || movedOn !== null}
          onReport={report}
        />
      )}
    </>
  );
}

interface AddedOrdersProps {
  stops: readonly ShownStop[];
  added: ReadonlySet<string>;
  onSeen: () => void;
}

function AddedOrders({ stops, added, onSeen }: AddedOrdersProps) {
  const found = stops.flatMap((stop) =>
    stop.orders.filter(({ id }) => added.has(id)).map(({ id, number }) => ({ id, number, stop })),
  );
  if (found.length === 0) return null;
  return (
    <Notice
      title={`${counted(found.length, "order was", "orders were")} added to this run`}
      className="mt-4"
      action={
        <Button variant="secondary" onClick={onSeen}>
          Got it
        </Button>
      }
    >
      <ul>
        {found.map(({ id, number, stop }) => (
          <li key={id}>
            <Link to={{ hash: stop.id }} className="link inline-block py-2">
              {stop.number}. {stop.name}
            </Link>
            , {orderName(number).toLowerCase()}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Describes the latest report, with a link back to it, above the next stop. */
function JustDelivered({ stop, kind }: { stop: ShownStop; kind: Run["kind"] }) {
  const isRefused = isRefusedStop(stop);
  const comesBack = stop.state === "kept" || isRefused;
  const what =
    stop.state === "kept"
      ? "Not delivered, meat on hold"
      : isRefused
        ? allRefusedInWords(kind)
        : titleOf("delivered", kind);
  return (
    <Notice
      tone={comesBack ? "error" : "success"}
      title={`${what}: ${stop.number}. ${stop.name}`}
      className="mt-4"
    >
      {comesBack && `${ended(`Bring it back to the shop: ${loadInWords(loadOf(stop.orders))}`)} `}
      {stop.state === "delivered" &&
        !isRefused &&
        stop.receivedBy &&
        `${ended(`Received by ${stop.receivedBy}`)} `}
      <Link to={{ hash: stop.id }} className="link inline-block py-2.5">
        Back to that stop
      </Link>
    </Notice>
  );
}

interface MovedOn {
  requestId: string;
  date: string;
  stop: ShownStop;
  /** What the client pays for the second delivery. */
  charged: string;
}

/** Says where a stop's orders went, and what goes back to the shop. */
function JustMoved({ date, stop, charged }: MovedOn) {
  return (
    <Notice
      tone="success"
      title={`Moved to ${dateInWords(date)}: ${stop.number}. ${stop.name}`}
      className="mt-4"
    >
      {stop.orders
        .filter(({ status }) => status === "fulfilled")
        .map((order) => (
          <span key={order.id} className="block">
            Bring back to the shop: {orderName(order.number).toLowerCase()},{" "}
            {loadInWords(loadOf([order]))}.
          </span>
        ))}
      {charged}
    </Notice>
  );
}

const photoUrl = (token: string, id: string) => `/run/${token}/images/${id}`;

function useKeptOffline(pictures: readonly string[]): boolean {
  const [isKept, setKept] = useState(false);
  // Joined to a string, so that the effect only runs when the pictures change.
  const wanted = pictures.join(" ");
  useEffect(() => {
    const addresses = wanted.split(" ").filter(Boolean);
    // In development there are no built files to cache.
    if (import.meta.env.PROD) return keepOffline(() => setKept(true), addresses);
  }, [wanted]);
  return isKept;
}

/** Links to other stops whose reports were not recorded. */
function RefusedElsewhere({ driven, at }: { driven: Driven; at: ShownStop }) {
  const elsewhere = driven.refused.filter(({ report }) => report.stopId !== at.id);
  if (elsewhere.length === 0) return null;
  const ids = new Set(elsewhere.map(({ report }) => report.stopId));
  const there = driven.stops.filter(({ id }) => ids.has(id));
  return (
    <Notice
      tone="error"
      title={
        elsewhere.length === 1
          ? "A report of another stop was not recorded"
          : `${elsewhere.length} reports of ${ids.size === 1 ? "another stop" : "other stops"} were not recorded`
      }
      className="mt-4"
    >
      {there.map(({ id, number, name }) => (
        <Link key={id} to={{ hash: id }} className="link block py-2.5 break-words">
          Go to {number}. {name}
        </Link>
      ))}
      {/* A stop that has left the run has its report in the list. */}
      {there.length < ids.size && (
        <Link to={{ hash: "stops" }} className="link inline-block py-2.5">
          See all stops
        </Link>
      )}
    </Notice>
  );
}

/** Says what is waiting to be sent, and why. */
function LineNotice({ driven: { waiting, line, retryNow } }: { driven: Driven }) {
  const company = useCompany();
  if (line === "signed out") {
    return (
      <Notice tone="error" title="This link no longer works" className="mt-4">
        {waiting.length > 0
          ? `${counted(waiting.length, "report")} could not be sent. Ask the office for a new link and open it on this phone; they are sent then.`
          : "Ask the office for a new link."}{" "}
        {company.phone.display}
      </Notice>
    );
  }
  // Not while they are being sent: a brief notice moves the stops, and people tap the wrong one.
  if (waiting.length === 0 || line === "open") return null;
  return (
    <Notice
      title="No network"
      className="mt-4"
      action={
        <Button variant="secondary" onClick={retryNow}>
          Try now
        </Button>
      }
    >
      {counted(waiting.length, "report waits", "reports wait")} to be sent. You can go on; this page
      sends as soon as there is network.
    </Notice>
  );
}

interface StopsProps {
  driven: Driven;
  isKept: boolean;
  /** True if the driver was forwarded here by the last report. */
  isLedOn: boolean;
  onReport: (report: Report) => void;
}

function Stops({ driven: { run, stops, waiting, nameAt }, isKept, isLedOn, onReport }: StopsProps) {
  const [isOrdering, setOrdering] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isLedOn) title.current?.focus();
  }, [isLedOn]);
  const left = stops.filter(({ state }) => state === "waiting");
  const load = loadOf(stops.flatMap(({ orders }) => orders));
  const cash = collected(stops);
  const backLb = backLbOf(stops.flatMap(({ orders }) => orders));
  const isOver = run.endedAt !== null;
  const next = isOver ? undefined : left.find((stop) => !isUnpacked(stop));
  const way = run.kind === "delivery" && !isOver ? wayLink(left) : null;
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="mt-6 text-heading">
        {run.zone}
      </h1>
      <p className="mt-1 text-lg">
        {dateInWords(run.date)}
        {run.driver && `, ${run.driver}`}
      </p>
      {run.takenOver && (
        <p className="mt-1">
          Taken over from {run.takenOver.from || "another driver"},{" "}
          <Moment at={run.takenOver.at} time /> What that phone had not sent is not here: ask before
          you deliver or collect twice.
        </p>
      )}
      <p className="mt-1 text-ink-soft tabular-nums">
        {[
          `${stops.length - left.length} of ${counted(stops.length, "stop")} done`,
          loadInWords(load),
          ...(Number(backLb) > 0 ? [`${formatLb(Number(backLb))} back`] : []),
          ...(cash ? [collectInWords(cash)] : []),
        ].join(", ")}
      </p>
      <TakenMoney run={run} waiting={waiting} nameAt={nameAt} />
      {run.state === "done" && !run.endedAt && run.kind === "delivery" && (
        <Notice tone="success" title="All stops are reported. The run is over." className="mt-4" />
      )}
      {run.endedAt && (
        <Notice title="This run is over" className="mt-4">
          {/* A time ends with a full stop of its own, as in "a.m.". */}
          The office ended it on <Moment at={run.endedAt} time />
          {left.length > 0 &&
            `, and nothing was reported from ${counted(left.length, "stop")}: those orders count as come back. Call the office if one was delivered.`}{" "}
          A payment can still be recorded at its stop.
        </Notice>
      )}
      <p role="status" className="mt-1 min-h-6 text-sm text-ink-soft">
        {isKept && "Saved on this phone. Works offline."}
      </p>
      {way && (
        <a
          href={way}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: "secondary", size: "lg", className: "mt-2 w-full" })}
        >
          Map of the stops left
        </a>
      )}
      {run.kind === "delivery" && !isOver && left.length > 1 && (
        <Button
          variant="secondary"
          size="lg"
          aria-pressed={isOrdering}
          onClick={() => setOrdering(!isOrdering)}
          className="needs-script mt-3 w-full"
        >
          {isOrdering ? "Done ordering" : "Change the order"}
        </Button>
      )}
      {run.moved
        .filter(({ isByDriver }) => isByDriver)
        .map((one) => (
          <p key={one.id} className="mt-3 break-words">
            {ended(movedInWords(one))}
            {run.state === "done"
              ? " Its boxes go back to the shop, if they are not there yet."
              : " Its boxes are still on the truck: back to the shop."}
          </p>
        ))}
      {stops.length === 0 && <p className="mt-6">There are no stops on this run.</p>}
      {isOrdering && !isOver && left.length > 1 ? (
        <OrderStops stops={left} onReport={onReport} />
      ) : (
        <ol className="mt-4 -mx-3 border-t border-ink px-3">
          {stops.map((stop) => (
            <StopRow key={stop.id} stop={stop} run={run} isNext={stop.id === next?.id} />
          ))}
        </ol>
      )}
    </>
  );
}

function StopRow({ stop, run, isNext }: { stop: ShownStop; run: Run; isNext: boolean }) {
  const isDone = stop.state !== "waiting";
  const unpacked = unpackedInWords(run, stop);
  return (
    <li
      className={clsx(
        "relative -mx-3 grid grid-cols-[2.75rem_1fr] border-b border-rule px-3 py-4",
        isNext && "bg-paper-light",
      )}
    >
      <span className={clsx("font-display text-title font-semibold", isDone && "text-ink-soft")}>
        {stop.number}
      </span>
      <div className="min-w-0">
        <Link
          to={{ hash: stop.id }}
          className={clsx(
            "block text-lg font-semibold break-words after:absolute after:inset-0",
            isDone && "text-ink-soft",
          )}
        >
          {stop.name}
        </Link>
        <p className="text-ink-soft">
          {run.kind === "pickup" ? "" : wholeAddress(stop) || "No address"}
        </p>
        <p className="tabular-nums">
          {windowInWords(stop)}, {loadInWords(loadOf(stop.orders))}
          {stop.toCollect && !isDone && <strong>, {collectInWords(stop.toCollect)}</strong>}
        </p>
        <p className="mt-1 flex flex-wrap gap-2 empty:hidden">
          {isNext && <Badge>Next</Badge>}
          {unpacked && (isDone || isUnpacked(stop)) && <Badge tone="pending">{unpacked}</Badge>}
          <StopBadge
            state={stop.state}
            kind={run.kind}
            backLb={backLbOf(stop.orders)}
            isRefused={isRefusedStop(stop)}
          />
          {stop.isWaiting && <Badge tone="pending">Waiting to send</Badge>}
        </p>
      </div>
    </li>
  );
}
