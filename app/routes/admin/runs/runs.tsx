import { clsx } from "clsx/lite";
import { data, Link } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { bookedInWords, overCapacity } from "#app/domain/delivery/capacity.ts";
import { RunBadge } from "#app/domain/delivery/runs/run-badge.tsx";
import { differenceInWords } from "#app/domain/door/door-receipt.ts";
import {
  latePickups,
  packedWithoutDay,
  remindOfPickup,
} from "#app/features/runs/late-pickups.server.ts";
import { counted } from "#app/features/runs/papers/load-words.ts";
import { deliverByStaff, leaveByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { undoDelivery } from "#app/features/runs/reports/take-back.server.ts";
import type { RunSummary } from "#app/features/runs/run.ts";
import { comingRuns, pastRuns } from "#app/features/runs/run-lists.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/runs.ts";
import { type CounterAnswer, LatePickups, useUndo, WithoutDay } from "./late-pickups.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Deliveries");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "deliver");
  const before = dayIn(url.searchParams.get("before") ?? "") ?? null;
  const [coming, past, late, dayless] = await Promise.all([
    before ? [] : orNull(comingRuns(db, staff), log, "list the coming runs"),
    orNull(pastRuns(db, staff, before), log, "list the past runs"),
    before ? [] : orNull(latePickups(db, staff), log, "list what was not picked up"),
    before ? [] : orNull(packedWithoutDay(db, staff), log, "list what is packed without a day"),
  ]);
  const today = pacificDay(new Date());
  const lists = { coming, past, late, dayless };
  return data({ ...lists, before, today }, statusOf(coming, past, late, dayless));
}

/** Handles an order that nobody picked up: `pickedUp`, `remind` or `leave`; `undo` of the first. */
export const action = (args: Route.ActionArgs) =>
  answerForm<CounterAnswer>(
    args,
    {
      failed: "This could not be done. Please try again.",
      log: "a late pickup was not changed",
      facts: ({ intent, order }) => ({ orderId: order, intent }),
    },
    async ({ intent, order = "" }, { db, shop }) => {
      const staff = staffWith(args.context, "deliver");
      if (intent === "pickedUp") await deliverByStaff(db, staff, order, shop);
      else if (intent === "undo") await undoDelivery(db, staff, order, shop);
      else if (intent === "remind") await remindOfPickup(db, staff, order, shop);
      else if (intent === "leave") await leaveByStaff(db, staff, order, shop);
      else throw new Refusal("invalid", "Please choose what to do with the order.");
      return data<CounterAnswer>({ done: { intent, order } });
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<CounterAnswer>(sent, {
    failed: "The shop could not be reached. Nothing was changed.",
    looksAgain: () => true,
  });

/** Upcoming and past runs, by day. */
export default function Runs({ loaderData, actionData }: Route.ComponentProps) {
  const { coming, past, late, dayless, before, today } = loaderData;
  useUndo(actionData?.done);
  const isEmpty = coming?.length === 0 && past?.runs.length === 0;
  return (
    <>
      <PageHeader size="compact" title="Deliveries" />
      {late && <LatePickups orders={late} message={actionData?.message} />}
      {dayless && <WithoutDay orders={dayless} />}
      {!coming || !past || !late || !dayless ? (
        <LoadFailure message="The deliveries could not be loaded. Please try again." />
      ) : isEmpty ? (
        <EmptyState title={before ? "No earlier deliveries" : "No deliveries yet"}>
          <p>A day's deliveries appear here with its first order.</p>
        </EmptyState>
      ) : (
        <>
          {!before && (
            <Days title="Upcoming" runs={coming} today={today} none="Nothing is booked." />
          )}
          {(past.runs.length > 0 || before) && (
            <Days title="Past" runs={past.runs} today={today} none="No earlier deliveries." />
          )}
          {past.isMore && (
            <p className="mt-6">
              <Link
                to={`/admin/runs?before=${past.runs.at(-1)?.date}`}
                className="link inline-flex min-h-11 items-center"
              >
                Earlier runs
              </Link>
            </p>
          )}
        </>
      )}
    </>
  );
}

interface DaysProps {
  title: string;
  runs: RunSummary[];
  today: string;
  none: string;
}

function Days({ title, runs, today, none }: DaysProps) {
  const days = [...Map.groupBy(runs, ({ date }) => date)];
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-title">{title}</h2>
      {days.length === 0 && <p className="mt-3 text-ink-soft">{none}</p>}
      {days.map(([date, ofDay]) => (
        <section key={date} aria-label={dateInWords(date)} className="mt-5">
          <h3 className="border-t border-ink pt-3 font-sans text-base font-semibold">
            {date === today ? "Today, " : ""}
            {dateInWords(date)}
          </h3>
          <ul>
            {ofDay.map((run) => (
              <li key={run.id} className="relative border-b border-rule py-4 hover:bg-paper-light">
                <RunRow run={run} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function RunMoney({ run: { takenCents, countedDifference, state } }: { run: RunSummary }) {
  if (takenCents === 0 && countedDifference === null) return null;
  const difference = countedDifference === null ? "" : differenceInWords(countedDifference);
  const isOpen = countedDifference === null && state === "done";
  return (
    <p className={clsx("mt-1 text-sm tabular-nums", (difference || isOpen) && "font-semibold")}>
      {formatCents(takenCents)} taken
      {countedDifference !== null && `, cashed up${difference && `: ${difference}`}`}
      {isOpen && ", not cashed up yet"}
    </p>
  );
}

/** E.g. "2 of 3 stops done"; once the driver is back, the rest is no longer expected. */
function doneInWords({ stops, visited, state, kind }: RunSummary): string {
  if (kind === "delivery" && state === "done" && visited < stops) {
    return `${visited} of ${counted(stops, "stop")} reported`;
  }
  return visited > 0 ? `${visited} of ${counted(stops, "stop")} done` : counted(stops, "stop");
}

function RunRow({ run }: { run: RunSummary }) {
  const { stops, boxes, packedLb, orderedLb, unpacked, driver } = run;
  const over = run.state === "planned" ? overCapacity(run.load) : null;
  const booked = bookedInWords(run.load);
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Link
          to={`/admin/runs/${run.id}`}
          className="min-w-0 font-display text-lg font-semibold break-words after:absolute after:inset-0"
        >
          {run.zone}
        </Link>
        <RunBadge state={run.state} />
      </div>
      <p className="mt-1 text-ink-soft tabular-nums">
        {stops === 0
          ? "No stops"
          : [
              doneInWords(run),
              ...(boxes > 0 ? [counted(boxes, "box", "boxes")] : []),
              `${formatLb(Number(packedLb))} of ${formatLb(Number(orderedLb))} packed`,
            ].join(", ")}
      </p>
      {booked && !over && run.state === "planned" && (
        <p className="mt-1 text-sm text-ink-soft tabular-nums">{booked} booked</p>
      )}
      <p className="mt-1 text-sm">
        {run.kind === "pickup" ? "Pickup" : driver ? `Driver ${driver}` : "No driver yet"}
        {unpacked > 0 && run.state !== "done" && `. ${counted(unpacked, "order")} to pack`}
      </p>
      <RunMoney run={run} />
      {over && (
        <p className="mt-1 text-sm font-semibold text-cancelled">Over its capacity: {over}</p>
      )}
    </>
  );
}
