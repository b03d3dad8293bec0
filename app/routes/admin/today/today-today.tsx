import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { useLookAgain } from "#app/components/page/look-again.ts";
import { TextLink } from "#app/components/page/text-link.tsx";
import { cutOffInWords, timeInWords } from "#app/domain/delivery/days.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { counted } from "#app/features/runs/papers/load-words.ts";
import {
  demandDays,
  type Hurry,
  hurriedRuns,
  type RunPounds,
  runsToDeliver,
  runsToPack,
  type Today as TodayFacts,
  type TodaysRun,
} from "#app/features/today/today.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { ordersAddress } from "../orders/list/orders-filter.ts";

interface TodayProps {
  today: TodayFacts;
  /** The next day on which a zone is served; null without zones. */
  nextServed: { date: string; zones: string[] } | null;
  /** Open inbox entries; null if they couldn't be counted. */
  waiting: { messages: number; inquiries: number } | null;
}

const refreshMs = 60_000;

/** Today's work. Every number links to the list that it counts. */
export function Today({ today, nextServed, waiting }: TodayProps) {
  const toPack = runsToPack(today);
  const toDeliver = runsToDeliver(today);
  useClock();
  return (
    <div className="grid-page mt-8 gap-y-12">
      <Block title="To pack" className="col-span-12 xl:col-span-7">
        {toPack.length === 0 && today.withoutDay === 0 ? (
          <Nothing>{nothingToPack(nextServed)}</Nothing>
        ) : (
          <ul>
            {toPack.map((run) => (
              <RunToPack key={run.id} run={run} isToday={run.date === today.day} />
            ))}
            {today.withoutDay > 0 && (
              <Row
                title="Without a day"
                count={today.withoutDay}
                unit="to pack"
                to={packingAddress({ day: withoutDay })}
              >
                {ordersOf(today.withoutDay)} placed without a delivery day
              </Row>
            )}
          </ul>
        )}
      </Block>
      <Block title="To deliver" className="col-span-12 xl:col-span-5">
        {toDeliver.length === 0 && <Nothing>Nothing leaves today.</Nothing>}
        <ul>
          {toDeliver.map((run) => (
            <RunToDeliver key={run.id} run={run} />
          ))}
          {today.packedWithoutDay > 0 && (
            <Row
              title="Without a day"
              count={today.packedWithoutDay}
              unit="to hand over"
              to={ordersAddress({ work: "packed", delivery: "none" })}
            >
              Packed, and on no delivery
            </Row>
          )}
        </ul>
      </Block>
      <Block title="Held" className="col-span-12 md:col-span-6 xl:col-span-5">
        <Counts
          nothing="No order waits for you."
          counts={[
            {
              count: today.newClients,
              label: ["order of a new client, to confirm", "orders of new clients, to confirm"],
              to: ordersAddress({ held: "new" }),
            },
            {
              count: today.holds,
              label: ["order on hold", "orders on hold"],
              to: ordersAddress({ held: "hold" }),
            },
          ]}
        />
      </Block>
      <Block title="Asked by clients" className="col-span-12 md:col-span-6 xl:col-span-7">
        <Counts
          nothing="No one is waiting for an answer."
          counts={[
            { count: waiting?.messages ?? 0, label: ["message", "messages"], to: "/admin/inbox" },
            {
              count: waiting?.inquiries ?? 0,
              label: ["wholesale inquiry", "wholesale inquiries"],
              to: "/admin/inbox?box=inquiries",
            },
            {
              count: today.creditRequests,
              label: ["credit request", "credit requests"],
              to: "/admin/credits",
            },
            {
              count: today.failedMails,
              label: ["undelivered email", "undelivered emails"],
              to: "/admin/mails",
            },
            {
              count: today.waitlist,
              label: [
                "person to tell when we deliver to them",
                "people to tell when we deliver to them",
              ],
              to: "/admin/delivery?to-tell#demand",
            },
            {
              count: today.demand,
              label: [
                `question from where we don't deliver, in ${demandDays} days`,
                `questions from where we don't deliver, in ${demandDays} days`,
              ],
              to: "/admin/delivery#demand",
            },
          ]}
        />
      </Block>
    </div>
  );
}

/** Revalidates each minute while the page is visible, as cut-offs pass without an event. */
function useClock() {
  const lookAgain = useLookAgain();
  const look = useEffectEvent(() => {
    if (document.visibilityState === "visible") void lookAgain();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), refreshMs);
    return () => clearInterval(timer);
  }, []);
}

function nothingToPack(next: TodayProps["nextServed"]): string {
  if (!next) return "Nothing to pack today.";
  return `Nothing to pack today. Next run: ${dateInWords(next.date)}, ${next.zones.join(", ")}.`;
}

interface BlockProps {
  title: string;
  className: string;
  children: ReactNode;
}

function Block({ title, className, children }: BlockProps) {
  return (
    <section className={className}>
      <h2 className="border-b border-ink pb-2 text-title">{title}</h2>
      {children}
    </section>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-4 text-ink-soft">{children}</p>;
}

interface RowProps {
  title: ReactNode;
  count: number;
  unit: string;
  to: string;
  children: ReactNode;
}

/** A row for a run, or for orders without one: its name, and on the right its main number. */
function Row({ title, count, unit, to, children }: RowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-6 border-b border-rule py-4">
      <div className="min-w-0">
        <p className="font-semibold break-words">{title}</p>
        <div className="mt-1 text-[0.9375rem] text-ink-soft tabular-nums">{children}</div>
      </div>
      <Link to={to} prefetch="intent" className="group text-right">
        <span className="block font-display text-heading leading-none font-semibold lining-nums group-hover:text-oxblood">
          {count}
        </span>
        <span className="link mt-1 block text-sm whitespace-nowrap">{unit}</span>
      </Link>
    </li>
  );
}

function RunToPack({ run, isToday }: { run: TodaysRun; isToday: boolean }) {
  const { date, zoneId, zoneName, toPack, unpacked, packed, delivered, pounds } = run;
  const held = unpacked - toPack;
  const list = { deliveryDay: date, delivery: zoneId };
  return (
    <Row
      title={
        <>
          {zoneName}
          <span className="font-normal text-ink-soft">
            , {isToday ? "today" : dateInWords(date)}
          </span>
        </>
      }
      count={toPack}
      unit="to pack"
      to={packingAddress({ day: date, zone: zoneId })}
    >
      <p className="flex flex-wrap gap-x-4">
        {packed > 0 && (
          <TextLink to={ordersAddress({ ...list, work: "packed" })}>
            {unpacked === 0 && delivered === 0 && packed > 1 && "All "}
            {counted(packed, "order")} packed
          </TextLink>
        )}
        {held > 0 && (
          <TextLink to={ordersAddress({ ...list, work: "held" })}>{held} on hold</TextLink>
        )}
        {toPack > 0 && pounds && (
          <TextLink to={packingAddress({ day: date, zone: zoneId, view: "cuts" })}>
            {formatLb(Number(pounds.toPack))} to pack
          </TextLink>
        )}
        <span>{leaves(run)}</span>
      </p>
      {pounds && <Progress pounds={pounds} />}
    </Row>
  );
}

const packingAddress = (query: Record<string, string>) =>
  `/admin/packing?${new URLSearchParams(query)}`;

function leaves({ kind, from }: TodaysRun): string {
  return `${kind === "pickup" ? "picked up" : "delivered"} from ${timeInWords(from)}`;
}

function Progress({ pounds }: { pounds: RunPounds }) {
  const [packed, all] = [Number(pounds.packed), Number(pounds.all)];
  const share = all > 0 ? Math.min(1, packed / all) : 0;
  return (
    <svg aria-hidden="true" className="mt-2.5 block h-2 w-full">
      <rect width="100%" height="100%" className="fill-paper-deep" />
      <rect width={`${share * 100}%`} height="100%" className="fill-ink" />
    </svg>
  );
}

function RunToDeliver({ run }: { run: TodaysRun }) {
  const { id, kind, zoneName, stops, visited, late, driver, state } = run;
  const orders = run.unpacked + run.packed + run.delivered;
  const left = stops - visited;
  // Once the driver is back, nobody goes to the remaining stops.
  const isOver = kind === "delivery" && state === "done";
  const noun = left === 1 ? "stop" : "stops";
  const what =
    kind === "pickup" ? "to be picked up" : isOver ? `${noun} not reported` : `${noun} to go`;
  const page = `/admin/runs/${id}`;
  return (
    <Row title={zoneName} count={left} unit={what} to={page}>
      {visited} of {counted(stops, kind === "pickup" ? "pickup" : "stop")}{" "}
      {isOver ? "reported" : "done"}, {counted(orders, "order")}
      {late > 0 && !isOver && (
        <>
          ,{" "}
          <Link to={page} className="link font-semibold text-cancelled">
            {late} late
          </Link>
        </>
      )}
      {`, ${states[state]}`}
      {driver && `, driven by ${driver}`}
    </Row>
  );
}

const states = { planned: "not left yet", out: "on the road", done: "back" };

interface Count {
  count: number;
  label: readonly [one: string, several: string];
  to: string;
}

function Counts({ counts, nothing }: { counts: Count[]; nothing: string }) {
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return <Nothing>{nothing}</Nothing>;
  return (
    <ul>
      {shown.map(({ count, label, to }) => (
        <li key={to} className="border-b border-rule">
          <Link
            to={to}
            prefetch="intent"
            className="group grid min-h-11 grid-cols-[3.5rem_1fr] items-baseline py-2.5"
          >
            <span className="font-display text-title font-semibold lining-nums">{count}</span>
            <span className="link">{label[count === 1 ? 0 : 1]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Urgent runs, above everything else. */
export function Hurried({ today }: { today: TodayFacts }) {
  const hurried = hurriedRuns(today);
  if (hurried.length === 0 && today.overdue === 0) return null;
  return (
    <section
      aria-labelledby="out-of-time"
      className="mt-6 border-y border-cancelled bg-paper-deep/60 px-5 py-4"
    >
      <h2 id="out-of-time" className="text-title text-cancelled">
        Running out of time
      </h2>
      <ul className="mt-1">
        {today.overdue > 0 && (
          <Late
            count={today.overdue}
            what="not packed though their day is over"
            to={ordersAddress({ status: "pending", dayBefore: today.day })}
          />
        )}
        {hurried.map(({ run, hurry }) => (
          <HurriedRun key={run.id} run={run} hurry={hurry} />
        ))}
      </ul>
    </section>
  );
}

function HurriedRun({ run, hurry }: { run: TodaysRun; hurry: Hurry }) {
  const where = `${run.zoneName}, ${dateInWords(run.date)}`;
  if (hurry === "not over") {
    const open = run.stops - run.visited;
    return (
      <Late count={open} noun="stop" what={`still open: ${where}`} to={`/admin/runs/${run.id}`} />
    );
  }
  const why = {
    left: "left without them",
    leaving: `first window from ${timeInWords(run.from)}`,
    closed: "the day is closed, move them",
    "cut off": `cut-off was ${cutOffInWords(run)}`,
  }[hurry];
  return (
    <Late
      count={run.unpacked}
      what={`not packed: ${where}, ${why}`}
      to={ordersAddress({ status: "pending", deliveryDay: run.date, delivery: run.zoneId })}
    />
  );
}

interface LateProps {
  count: number;
  noun?: string;
  what: string;
  to: string;
}

function Late({ count, noun = "order", what, to }: LateProps) {
  return (
    <li className="py-1">
      <Link to={to} prefetch="intent" className="link font-semibold">
        {count} {count === 1 ? noun : `${noun}s`}
      </Link>{" "}
      {what}
    </li>
  );
}

function ordersOf(count: number): string {
  return count === 1 ? "One order" : `${count} orders`;
}
