import { use } from "react";
import { Form, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { FocusedResult } from "#app/components/page/focused-result.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { noMailGoesOut, SendsMail } from "#app/domain/mail/sends-mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { comesBack, goesOnUnweighed, isAllWeighed } from "#app/features/runs/comes-back.ts";
import { counted } from "#app/features/runs/papers/load-words.ts";
import { loadOf, notForToday, type Run } from "#app/features/runs/run.ts";
import type { whoIsTold } from "#app/features/runs/run-changes.server.ts";
import { settledText } from "#app/features/runs/unrecorded.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { ended } from "#app/lib/in-words.ts";
import { useMay } from "../use-frame-facts.ts";
import type { RunAnswer } from "./run-driver.tsx";

// The questions before a run goes out or comes back, and the confirmations after.

const doneText = {
  out: { state: "out", title: "Deliveries have started" },
  planned: { state: "planned", title: "The run is not out yet" },
  done: { state: "done", title: "The driver is back" },
  resumed: { state: "out", title: "The driver is out again, and reports as before" },
};

/** Confirms that the run went out or came back, or that a report was reversed. */
export function RunDone({ answer, run }: { answer: RunAnswer | undefined; run: Run }) {
  const { done, undone, settled } = answer ?? {};
  const stop = run.stops.find(({ id }) => id === undone);
  const ofRun = done && doneText[done].state === run.state ? doneText[done].title : "";
  const ofReport = settled ? settledText[settled] : ofRun;
  const title = stop ? `What was reported of ${stop.name} was taken back` : ofReport;
  if (!title) return null;
  return (
    <FocusedResult result={title} className="mt-5 max-w-2xl">
      <Notice tone="success" title={title} />
    </FocusedResult>
  );
}

export function waitingStops({ stops }: Run): number {
  return stops.filter(({ state }) => state === "waiting").length;
}

/** Returns a run's unpacked orders, which didn't go along. */
export function unpackedOrders({ stops }: Run): Run["stops"][number]["orders"] {
  return stops.flatMap(({ orders }) => orders.filter(({ status }) => status === "pending"));
}

export function EndButton() {
  return (
    <SubmitButton name="intent" value="end">
      Driver is back
    </SubmitButton>
  );
}

/** For a run that was ended too early, or by its last report. */
export function ResumeForm({ run: { id } }: { run: Run }) {
  return (
    <Form
      method="post"
      action={`/admin/runs/${id}`}
      replace
      preventScrollReset
      className="contents"
    >
      <SubmitButton intent="resume" variant="secondary">
        Driver is not back yet
      </SubmitButton>
    </Form>
  );
}

/** Confirms before ending a run with stops that were not visited, or with goods on the truck. */
export function AskToEnd({ run }: { run: Run }) {
  const action = `/admin/runs/${run.id}`;
  const waiting = waitingStops(run);
  const unpacked = unpackedOrders(run).map(({ number }) => orderName(number).toLowerCase());
  const leftBehind = run.leftBehind.map(({ number }) => orderName(number).toLowerCase());
  return (
    <FocusedResult result="ask" className="mt-5 max-w-2xl">
      <Notice
        title="Is the driver back?"
        action={
          <>
            <Form method="post" action={action} replace>
              <EndButton />
            </Form>
            <ButtonLink to={action} replace variant="secondary">
              Not yet
            </ButtonLink>
          </>
        }
      >
        {waiting > 0 &&
          `Nothing was reported from ${counted(waiting, "stop")}. The orders there stay packed and undelivered; move them to another day, or mark them as delivered.`}
        {unpacked.length > 0 &&
          ` Not packed, so not on the truck: ${listed(unpacked)}. Move ${unpacked.length === 1 ? "it" : "them"} to another day, or cancel.`}
        {leftBehind.length > 0 &&
          ` Packed after the truck left: ${listed(leftBehind)}. Move ${leftBehind.length === 1 ? "it" : "them"} to another day.`}
        <ComingBackList run={run} title="On the truck, to be unloaded:" />
      </Notice>
    </FocusedResult>
  );
}

/** Returned goods of a run that is over and are still to be weighed, with links to do so. */
export function CameBack({ run }: { run: Run }) {
  const mayPack = useMay()("pack");
  const isDone = isAllWeighed(run);
  const back = comesBack(run);
  const unweighed = goesOnUnweighed(run);
  if (!isDone && back.length + unweighed.length === 0) return null;
  return (
    <section aria-labelledby="came-back" className="mt-10">
      <h2 id="came-back" className="border-t border-ink pt-3 text-title">
        Came back
      </h2>
      {isDone && (
        <p className="mt-2">
          {unweighed.length === 0
            ? "All of it was weighed."
            : "All was weighed but what goes with another run."}
        </p>
      )}
      <ComingBackList run={run} />
      {unweighed.length > 0 && (
        <>
          <p className="mt-2 font-semibold">Moved, so not weighed:</p>
          <ul className="mt-2">
            {unweighed.map((one) => (
              <li key={one} className="border-t border-rule py-2 break-words tabular-nums">
                {ended(one)}
              </li>
            ))}
          </ul>
        </>
      )}
      {mayPack && back.some(({ isWeighed }) => isWeighed) && (
        <Link to="/admin/returns" className="link inline-flex min-h-11 items-center">
          Weigh what came back
        </Link>
      )}
    </section>
  );
}

function ComingBackList({ run, title }: { run: Run; title?: string }) {
  const back = comesBack(run);
  if (back.length === 0) return null;
  return (
    <>
      {title && <p className="mt-2 font-semibold">{title}</p>}
      <ul className="mt-2">
        {back.map(({ key, whose, what }) => (
          <li key={key} className="border-t border-rule py-2 break-words">
            {what.map((one) => (
              <span key={one} className="block font-semibold tabular-nums">
                {one}
              </span>
            ))}
            <span className="block">{whose}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Clients who would be emailed when deliveries start; null if that could not be read. */
type Told = Awaited<ReturnType<typeof whoIsTold>> | null;

/** E.g. "3 clients are emailed that … Call Sample Grill: we can’t email them." */
function toldInWords(told: Told, sends: boolean): string {
  if (!sends) return noMailGoesOut;
  if (!told) return "Clients whom we can email are told that their order is on its way.";
  const { told: count, untold, onHold } = told;
  const mailed =
    count > 0
      ? `${counted(count, "client is", "clients are")} emailed that their order is on its way.`
      : "Nobody is emailed.";
  const unreached = untold.length > 0 ? ` Call ${listed(untold)}: we can’t email them.` : "";
  const held =
    onHold.length > 0
      ? ` Not told, because all of it is on hold: ${listed(onHold.map((number) => orderName(number).toLowerCase()))}.`
      : "";
  return mailed + unreached + held;
}

const listed = (names: readonly string[]) =>
  new Intl.ListFormat("en-CA", { type: "conjunction" }).format(names);

/** Confirms before clients are told. */
export function AskToSend({ run, today, told }: { run: Run; today: string; told: Told }) {
  const isPacked = ({ status }: { status: string }) => status !== "pending";
  const packed = run.stops.filter(({ orders }) => orders.some(isPacked)).length;
  const unpacked = run.stops.flatMap(({ orders }) => orders.filter((one) => !isPacked(one))).length;
  const otherDay = notForToday(run.date, today);
  const sends = use(SendsMail);
  const load = loadOf(run.stops.flatMap(({ orders }) => orders.filter(isPacked)));
  const isEmpty = packed > 0 && Number(load.packedLb) === 0;
  const start = otherDay ? "Start now" : "Start deliveries";
  return (
    <FocusedResult result="ask" className="mt-5 max-w-2xl">
      <Notice
        title={
          packed === 0
            ? "Nothing on this run is packed yet"
            : otherDay
              ? `This run is ${otherDay}. Send it out now?`
              : "Send this run out?"
        }
        action={
          <>
            {packed > 0 && (
              <Form method="post" action={`/admin/runs/${run.id}`} replace>
                {otherDay && <input type="hidden" name="anyDay" value="yes" />}
                <SubmitButton name="intent" value="out">
                  {sends ? `${start} and notify clients` : start}
                </SubmitButton>
              </Form>
            )}
            <ButtonLink to={`/admin/runs/${run.id}`} replace variant="secondary">
              {packed === 0 ? "Close" : "Not yet"}
            </ButtonLink>
          </>
        }
      >
        {isEmpty && (
          <p className="font-semibold">
            0 lb of {formatLb(Number(load.orderedLb))} are packed: nothing on it was weighed. Start
            only if the boxes are on the truck.
          </p>
        )}
        {packed === 0
          ? "It goes out once an order on it is finished at the packing station."
          : `${toldInWords(told, sends)}${otherDay && sends ? " The email says that it comes today." : ""} Nothing more can be booked on it.`}
        {packed > 0 &&
          unpacked > 0 &&
          ` ${counted(unpacked, "order is", "orders are")} not packed yet; ${unpacked === 1 ? "its client is" : "their clients are"} not told.`}
      </Notice>
    </FocusedResult>
  );
}
