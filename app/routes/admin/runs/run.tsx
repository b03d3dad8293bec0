import { randomUUID } from "node:crypto";
import { data, Form, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { bookedInWords, overCapacity } from "#app/domain/delivery/capacity.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { RunBadge } from "#app/domain/delivery/runs/run-badge.tsx";
import {
  driveRun,
  handOverRun,
  makeRunLink,
  revokeRunLink,
  workingLink,
} from "#app/domain/delivery/runs/run-links.server.ts";
import { undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { cashUpOf } from "#app/domain/door/cash-up.server.ts";
import { addToRun } from "#app/domain/ordering/delivery/add-to-run.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { comesBack } from "#app/features/runs/comes-back.ts";
import {
  HeldOrders,
  HeldWithClients,
  LeftBehindOrders,
  MovedOrders,
} from "#app/features/runs/moved-orders.tsx";
import { cashInWords } from "#app/features/runs/papers/run-sheet-words.ts";
import { moveBox } from "#app/features/runs/reports/box-moves.server.ts";
import { comeAgainByStaff } from "#app/features/runs/reports/come-again.server.ts";
import {
  recordUnrecorded,
  settleUnrecorded,
} from "#app/features/runs/reports/settle-unrecorded.server.ts";
import { undoStop } from "#app/features/runs/reports/take-back.server.ts";
import { unrecordedOnRun } from "#app/features/runs/reports/unrecorded.server.ts";
import { collected, loadOf, maxDriver, type Run, toDoAboutMoved } from "#app/features/runs/run.ts";
import {
  callBack,
  endRun,
  moveStop,
  resumeRun,
  sendOut,
  setDriver,
  whoIsTold,
} from "#app/features/runs/run-changes.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { UnrecordedReports } from "#app/features/runs/unrecorded-reports.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, pacificDay } from "#app/lib/dates.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/run.ts";
import { AddOrder } from "./add-order.tsx";
import { DriverPanel, type RunAnswer } from "./run-driver.tsx";
import { MoneyPanel } from "./run-money.tsx";
import {
  AskToEnd,
  AskToSend,
  CameBack,
  EndButton,
  ResumeForm,
  RunDone,
  unpackedOrders,
  waitingStops,
} from "./run-out.tsx";
import { MissedStops, RunStops } from "./run-stops.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Run");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, settings } = context.get(requestContext);
  const staff = staffWith(context, "deliver");
  const id = params.id.toLowerCase();
  const ask = url.searchParams.get("ask");
  const [found, link, history, cashUp, unrecorded, told] = await Promise.all([
    lookUp(getRun(db, staff, id, settings.get(undeliveredSettings)), log, "load a run"),
    orNull(
      workingLink(db, staff, id).then((working) => ({ working })),
      log,
      "load a run's link",
    ),
    orNull(listHistory(db, staff, { entity: "run", entityId: id }), log, "load a run's history"),
    orNull(cashUpOf(db, staff, id), log, "load a run's cash-up"),
    orNull(unrecordedOnRun(db, staff, id), log, "load what was not recorded of a run"),
    ask === "out" ? orNull(whoIsTold(db, staff, id), log, "count who is told") : null,
  ]);
  const { value: run, isMissing, status } = found;
  return data(
    {
      run,
      isMissing,
      link: link?.working ?? null,
      history,
      cashUp,
      unrecorded,
      ask,
      told,
      today: pacificDay(new Date()),
      formId: randomUUID(),
    },
    { status },
  );
}

/**
 * Changes the run: `move`, `driver`, `link`, `hand over`, `drive`, `unlink`, `out`, `back`, `end`,
 * `resume`; a stop: `undo`, `again` and `box`; adds an order: `add`; or settles a refused report:
 * `settle`, or `handed over`.
 */
export const action = (args: Route.ActionArgs) =>
  answerForm<RunAnswer>(
    args,
    {
      failed: "The run could not be changed. Please try again.",
      log: "changing a run failed",
      facts: ({ intent }) => ({ runId: args.params.id, intent }),
    },
    async (fields, { db, shop, settings, minOrderCents }) => {
      const staff = staffWith(args.context, "deliver");
      const id = args.params.id.toLowerCase();
      const { intent, stop = "", after = "", before = "", driver = "", anyDay } = fields;
      switch (intent) {
        case "move":
          await moveStop(db, staff, id, {
            stopId: stop,
            after: after || null,
            before: before || null,
          });
          break;
        case "driver":
          if (driver.trim().length > maxDriver) throw new Refusal("invalid", longDriver);
          await setDriver(db, staff, id, driver.replaceAll("\0", "").trim());
          break;
        case "link": {
          const token = await makeRunLink(db, staff, id);
          return data<RunAnswer>({ link: await shownLink(shop.siteUrl, token) });
        }
        case "hand over": {
          const to = driver.replaceAll("\0", "").trim();
          if (to.length > maxDriver) throw new Refusal("invalid", longDriver);
          const token = await handOverRun(db, staff, id, { to, seenLink: fields.link ?? "" });
          return data<RunAnswer>({ link: await shownLink(shop.siteUrl, token) });
        }
        case "drive":
          // The URL is the credential, so that it is opened at once and shown nowhere.
          return redirect(`/run/${await driveRun(db, staff, id)}`);
        case "unlink":
          await revokeRunLink(db, staff, id);
          break;
        case "out":
          await sendOut(db, staff, id, shop, { anyDay: anyDay === "yes" });
          return data<RunAnswer>({ done: "out" });
        case "back":
          await callBack(db, staff, id);
          return data<RunAnswer>({ done: "planned" });
        case "end":
          await endRun(db, staff, id);
          return data<RunAnswer>({ done: "done" });
        case "resume":
          await resumeRun(db, staff, id);
          return data<RunAnswer>({ done: "resumed" });
        case "add": {
          if (!staffMay(staff, "deliver", "sell")) {
            throw new Refusal(
              "run",
              "Only the office or an owner puts orders on a run. Ask one of them.",
            );
          }
          const { number = "", reason = "", requestId = "", seen = "" } = fields;
          const late = { number, reason, requestId, seen };
          const answer = await addToRun(db, staff, id, late, {
            shop,
            minOrderCents,
          });
          return data<RunAnswer>("asks" in answer ? { asks: { ...answer.asks, reason } } : answer);
        }
        case "settle":
        case "handed over": {
          if (!staffMay(staff, "deliver", "sell")) {
            throw new Refusal(
              "run",
              "Only the office or an owner settles such a report. Tell one of them what happened.",
            );
          }
          const { run: ofRun = "", report: reportId = "", found = "" } = fields;
          const which = { runId: ofRun, reportId };
          if (intent === "handed over") await recordUnrecorded(db, staff, which, shop);
          else await settleUnrecorded(db, staff, { ...which, found });
          return data<RunAnswer>({ settled: intent });
        }
        case "undo":
          await undoStop(db, staff, stop, shop);
          return data<RunAnswer>({ undone: stop });
        case "again": {
          const day = readDayKey(fields.day ?? "");
          if (!day) throw new Refusal("invalid", "Please choose a day.");
          if (!staffMay(staff, "deliver", "sell")) {
            throw new Refusal(
              "run",
              "Only the office or an owner gives orders another day. Ask one of them.",
            );
          }
          const { requestId = "", fee } = fields;
          await comeAgainByStaff(
            db,
            staff,
            id,
            { ...day, stopId: stop, requestId, chargesFee: fee === "yes" },
            { shop, undelivered: settings.get(undeliveredSettings) },
          );
          break;
        }
        case "box": {
          const [orderId = "", box = ""] = (fields.box ?? "").split(" ");
          const { requestId = "", to = "", note = "" } = fields;
          await moveBox(db, staff, id, {
            requestId,
            orderId,
            stopId: stop,
            toStopId: to,
            box: Number(box) || 0,
            note: note.replaceAll("\0", "").trim(),
          });
          break;
        }
        default:
          throw new Refusal("invalid", "Please choose what to do with the run.");
      }
      return data<RunAnswer>({});
    },
  );

async function shownLink(siteUrl: string, token: string): Promise<NonNullable<RunAnswer["link"]>> {
  const url = `${siteUrl}/run/${token}`;
  // Loaded on demand: it takes 30 ms, and most processes make no codes.
  const { qrImage } = await import("#app/domain/papers/codes.ts");
  return { url, code: qrImage(url) };
}

const longDriver = `${atMostCharacters(maxDriver)} for the driver's name.`;

const unreached = "The shop could not be reached. Nothing was changed.";

/** Also shows errors of moves, which aren't navigations. */
export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<RunAnswer>(sent, {
    failed: unreached,
    looksAgain: () => true,
    toasts: ({ intent }) => intent === "move",
  });

/** A run: its driver, and its stops in driving order. */
export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, isMissing, link, history, cashUp, unrecorded, ask, told } = loaderData;
  const { today, formId } = loaderData;
  const may = useMay();
  if (!run) return <NoRun isMissing={isMissing} />;
  const load = loadOf(run.stops.flatMap(({ orders }) => orders));
  const cash = collected(run.stops);
  const over = overCapacity(run.load);
  const booked = bookedInWords(run.load);
  // Shown beside the form for late orders.
  const isLate = actionData?.values?.intent === "add";
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/runs">Deliveries</BackLink>}
        title={
          <>
            {run.zone}{" "}
            <span className="block text-title text-ink-soft">{dateInWords(run.date)}</span>
          </>
        }
        actions={<RunActions run={run} />}
      />
      {actionData?.message && !isLate && (
        <Notice tone="error" title={actionData.message} className="mt-5 max-w-2xl" />
      )}
      <RunDone answer={actionData} run={run} />
      {ask === "out" && run.state === "planned" && (
        <AskToSend run={run} today={today} told={told} />
      )}
      {ask === "end" && run.state === "out" && <AskToEnd run={run} />}
      {over && run.state === "planned" && (
        <Notice title={`Over its capacity: ${over}`} className="mt-5 max-w-2xl">
          Another day for some of it, or a second trip, makes room.
        </Notice>
      )}
      <UnrecordedReports
        unrecorded={unrecorded ?? []}
        action={`/admin/runs/${run.id}`}
        shownOn={run.id}
        maySettle={may("sell")}
        className="mt-5 max-w-2xl"
      />
      <MovedOrders
        key={run.id}
        runId={run.id}
        moved={run.moved}
        says={(listed) => toDoAboutMoved(listed, run)}
        className="mt-5 max-w-2xl"
      />
      <LeftBehindOrders
        leftBehind={run.leftBehind}
        mayMove={may("sell")}
        className="mt-5 max-w-2xl"
      >
        {`${run.leftBehind.length === 1 ? "It is" : "They are"} ${run.state === "done" ? "still here" : "not on the truck"}.${
          run.state === "out" && may("sell")
            ? " If it was loaded after all, add it as a late order."
            : ""
        }`}
      </LeftBehindOrders>
      <HeldOrders held={run.held} className="mt-5 max-w-2xl">
        The driver’s page says not to hand it over. Call too: the truck may have no network.
      </HeldOrders>
      <HeldWithClients handedOver={run.handedOver} may={may} className="mt-5 max-w-2xl" />
      <dl className="mt-5 flex flex-wrap items-baseline gap-x-8 gap-y-2 tabular-nums">
        <Fact label="State">
          <RunBadge state={run.state} />
        </Fact>
        {run.departedAt && (
          <Fact label="Out since">
            <Moment at={run.departedAt} time />
          </Fact>
        )}
        <Fact label="Stops">{run.stops.length}</Fact>
        {load.boxes > 0 && <Fact label="Boxes">{load.boxes}</Fact>}
        <Fact label="Packed">
          {formatLb(Number(load.packedLb))} of {formatLb(Number(load.orderedLb))}
        </Fact>
        {booked && <Fact label="Booked">{booked}</Fact>}
        {cash && (cash.cents > 0 || !cash.isFinal) && (
          <Fact label="To collect">{cashInWords(cash)}</Fact>
        )}
      </dl>
      <div className="grid-page mt-8 gap-y-12">
        <div className="col-span-12 xl:col-span-8">
          <RunStops key={run.id} run={run} formId={formId} />
          <MissedStops run={run} />
        </div>
        <div className="col-span-12 xl:col-span-4 xl:pl-6">
          <DriverPanel
            key={run.id}
            run={run}
            link={link}
            answer={actionData}
            isAsked={ask === "link"}
          />
          <AddOrder
            run={run}
            formId={formId}
            asks={actionData?.asks}
            added={actionData?.added}
            refused={isLate ? actionData : undefined}
          />
          {run.state === "done" && <CameBack run={run} />}
          <MoneyPanel run={run} cashUp={cashUp} isDue={run.date <= today} />
        </div>
        <HistoryList entries={history} className="col-span-12 xl:col-span-8" />
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline gap-x-2">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function RunActions({ run }: { run: Run }) {
  const papers = `/admin/runs/${run.id}/papers`;
  const secondary = buttonClass({ variant: "secondary" });
  const waiting = waitingStops(run);
  // Otherwise a confirmation lists what is on the truck.
  const endsAtOnce =
    waiting === 0 &&
    comesBack(run).length === 0 &&
    unpackedOrders(run).length + run.leftBehind.length === 0;
  return (
    <>
      {run.kind === "delivery" && run.state !== "done" && run.stops.length > 0 && (
        // A page of its own, kept by the phone.
        <Form method="post" action={`/admin/runs/${run.id}`} reloadDocument className="contents">
          <SubmitButton
            name="intent"
            value="drive"
            variant={run.state === "out" ? "primary" : "secondary"}
          >
            Deliver
          </SubmitButton>
        </Form>
      )}
      {run.stops.length + run.missed.length > 0 && (
        <>
          <a
            href={`${papers}/run-sheet.pdf`}
            target="_blank"
            rel="noreferrer"
            className={secondary}
          >
            Print run sheet
          </a>
          <DownloadLink href={`${papers}/stops.csv`} className={secondary}>
            Stops as CSV
          </DownloadLink>
        </>
      )}
      {run.state === "planned" && run.kind === "delivery" && run.stops.length > 0 && (
        <ButtonLink to={`/admin/runs/${run.id}?ask=out`} preventScrollReset>
          Start deliveries
        </ButtonLink>
      )}
      {run.state === "out" && (
        <Form
          method="post"
          action={`/admin/runs/${run.id}`}
          replace
          preventScrollReset
          className="contents"
        >
          {waiting === run.stops.length && (
            <SubmitButton name="intent" value="back" variant="secondary">
              Not out yet
            </SubmitButton>
          )}
          {endsAtOnce && <EndButton />}
        </Form>
      )}
      {run.state === "done" && run.departedAt && <ResumeForm run={run} />}
      {run.state === "out" && !endsAtOnce && (
        <ButtonLink to={`/admin/runs/${run.id}?ask=end`} preventScrollReset variant="secondary">
          Driver is back
        </ButtonLink>
      )}
    </>
  );
}

function NoRun({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return <LoadFailure message="The run could not be loaded. Please try again." />;
  return (
    <EmptyState
      titleAs="h1"
      title="Run not found"
      action={
        <ButtonLink to="/admin/runs" variant="secondary">
          All runs
        </ButtonLink>
      }
    />
  );
}
