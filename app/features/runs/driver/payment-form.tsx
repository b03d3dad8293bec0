import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import {
  askedFor,
  doorMethodText,
  isSameCheque,
  likest,
  takenInWords,
} from "#app/domain/door/door-receipt.ts";
import { penniesInWords } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type DoorMethod, doorMethods } from "#db/schema/values/door.ts";
import type { OpenInvoice, Run } from "../run.ts";
import { dropImage } from "./kept/kept-images.ts";
import { stored } from "./kept/report-queue.ts";
import { type Draft, dropDraft, keepDraft, readDraft } from "./kept/typed-drafts.ts";
import { EarlyField, keepSaid, TakePhoto, typedIn, useKeptPhoto } from "./report-fields.tsx";
import { isUnpacked, type ShownStop } from "./run-view.ts";

interface PaymentFormProps {
  stop: ShownStop;
  run: Pick<Run, "id" | "date" | "driver">;
  onReport: (report: Report) => void;
}

type Errors = Partial<Record<"cents" | "reason" | "reference" | "takenBy" | "early", string>>;

/** A run's link doesn't identify a person, so drivers give their name once per phone. */
const name = stored("driver-name");

/** Form for a payment at a stop, with a reason if it isn't the amount due. Keeps unsent input. */
export function PaymentForm({
  stop,
  run: { id: runId, date, driver },
  onReport,
}: PaymentFormProps) {
  const dueCents = dueAt(stop);
  const [draft] = useState(() => readDraft(runId, stop.id, "paid"));
  const keep = (changed: Partial<Draft>) => keepDraft(runId, stop.id, "paid", changed);
  const photo = useKeptPhoto(draft.photoId, (photoId) => keep({ photoId }));
  const payableCents = olderAt(stop);
  // If drivers take no money for older invoices, a client can only hand over a cheque.
  const methods = dueCents > 0 || payableCents > 0 ? doorMethods : (["cheque"] as const);
  const [method, setMethod] = useState<DoorMethod>(
    methods.find((one) => one === draft.fields.method) ?? methods[0],
  );
  const [typed, setTyped] = useState<string | null>(draft.fields.cents ?? null);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asked = askedFor(dueCents, method);
  const [invoices, setInvoices] = useState<readonly string[]>(() =>
    (draft.fields.invoices ?? "").split(" ").filter(Boolean),
  );
  const mayBeFor = invoicesFor(method, stop);
  const isFor = mayBeFor.filter(({ number }) => invoices.includes(number));
  const isAmountKnown = isFor.length > 0 && isFor.every((one) => one.cents !== null);
  const mostCents = asked + askedFor(payableCents, method);
  const exactCents = isAmountKnown ? openOf(isFor, stop) : dueCents;
  const usual = askedFor(exactCents, method);
  const amount = typed ?? (usual > 0 ? toDollars(usual) : "");
  const cents = centsOf(amount);
  // The chosen invoices explain why the amount is not the one due.
  const differs = cents !== null && cents > 0 && cents !== asked && isFor.length === 0;
  // Not every driver sees the open amount of older invoices.
  const isAllKnown = dueCents > 0 || (stop.toCollect !== null && !stop.owesOlder);
  const overCents = method === "cheque" && isAllKnown ? Math.max(0, (cents ?? 0) - mostCents) : 0;
  const today = pacificDay(new Date());
  const isEarly = date > today;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "start" });
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? "").trim();
    const found: Errors = {
      ...amountProblem(cents, method, mostCents),
      ...(differs && text("reason") === "" && { reason: "Please say why it is not what is due" }),
      ...chequeProblem(
        { method, cents: cents ?? 0, reference: text("reference") },
        stop,
        asked + askedFor(stop.olderCents, method),
      ),
      ...(text("takenBy") === "" && { takenBy: "Please enter your name" }),
      ...(isEarly &&
        text("early") === "" && {
          early: "Please say that it happened today, or wait for the day",
        }),
    };
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    setBusy(true);
    if (isEarly) keepSaid(runId, today);
    name.write(text("takenBy"));
    const taken = await photo.taken();
    const photoId = (method === "cheque" && taken) || null;
    if (taken && !photoId) await dropImage(taken);
    const sent = reportSchema.safeParse({
      kind: "paid",
      requestId: newUuid(),
      stopId: stop.id,
      at: new Date().toISOString(),
      method,
      cents,
      dueCents,
      photoId,
      isEarly,
      invoices: isFor.map(({ number }) => number),
      note: differs ? text("reason") : "",
      reference: text("reference"),
      takenBy: text("takenBy"),
    });
    setBusy(false);
    if (sent.success) {
      dropDraft(runId, stop.id, "paid");
      onReport(sent.data);
    } else setErrors({ cents: "Something here cannot be read. Please check what you typed." });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onChange={(event) => {
        const { cents: shown = "", ...others } = typedIn(event.currentTarget);
        // The amount follows the amount due until the driver types another.
        const isTyped = typed !== null || isNamed(event.target, "cents");
        // All checkboxes have the same name, for which `values` holds one value.
        const ticked = new FormData(event.currentTarget).getAll("invoice").map(String);
        setInvoices(ticked);
        const chosen = { invoices: ticked.join(" ") };
        keep({ fields: { ...others, ...chosen, ...(isTyped && { cents: shown }) } });
      }}
      noValidate
      aria-label="Payment"
      className="mt-4 border border-ink bg-paper-light p-4"
    >
      <p className="text-xl font-semibold tabular-nums">
        {dueCents > 0
          ? `Due here: ${formatCents(dueCents)}`
          : `Nothing ${stop.taken.length > 0 ? "more " : ""}is due for this delivery`}
      </p>
      {stop.olderCents > 0 && (
        <p className="mt-1 tabular-nums">
          Open from before: {formatCents(stop.olderCents)}. It may be paid too.
        </p>
      )}
      <fieldset className="mt-4">
        <legend className="mb-1.5 text-sm font-semibold">Paid by</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {methods.map((one) => (
            <label
              key={one}
              className="flex min-h-14 items-center gap-3 border border-rule-strong px-4 has-checked:border-2 has-checked:border-ink has-checked:font-semibold"
            >
              <input
                type="radio"
                name="method"
                value={one}
                checked={method === one}
                onChange={() => {
                  setMethod(one);
                  // An amount that is too high in cash may be right for a cheque.
                  setErrors(({ cents: _, reference: __, ...others }) => others);
                }}
                className="size-6 shrink-0 accent-oxblood"
              />
              {doorMethodText[one].title}
            </label>
          ))}
        </div>
      </fieldset>
      {mayBeFor.length > 0 && (
        <ForInvoices stop={stop} method={method} mayBeFor={mayBeFor} chosen={invoices} />
      )}
      <DecimalField
        label="Amount ($)"
        name="cents"
        required
        value={amount}
        onChange={(event) => setTyped(event.currentTarget.value)}
        hint={
          method === "cash" && usual !== exactCents
            ? `${formatCents(usual)} in cash: there are no pennies.`
            : undefined
        }
        error={errors.cents}
        inputClassName="min-h-14 text-xl tabular-nums"
        className="mt-5"
      />
      {overCents > 0 && (
        <p className="mt-2 font-semibold tabular-nums">
          {formatCents(overCents)} more than is due. Check the cheque: the rest stays on the
          client’s account as credit.
        </p>
      )}
      {differs && (
        <TextField
          label={dueCents > 0 ? `Why not ${formatCents(asked)}?` : "What is it for?"}
          name="reason"
          required
          maxLength={500}
          autoComplete="off"
          defaultValue={draft.fields.reason}
          error={errors.reason}
          className="mt-5"
        />
      )}
      {method !== "cash" && (
        <TextField
          label={method === "cheque" ? "Cheque number" : "Slip number"}
          name="reference"
          optional
          maxLength={100}
          autoComplete="off"
          defaultValue={draft.fields.reference}
          error={errors.reference}
          className="mt-5"
        />
      )}
      {method === "cheque" && <TakePhoto label="Photo of the cheque" photo={photo} />}
      <TextField
        label="Your name"
        name="takenBy"
        required
        maxLength={100}
        autoComplete="name"
        defaultValue={draft.fields.takenBy ?? name.read() ?? driver}
        error={errors.takenBy}
        className="mt-5"
      />
      {isEarly && <EarlyField runId={runId} date={date} today={today} error={errors.early} />}
      <Button type="submit" size="lg" pending={isBusy} className="mt-5 w-full">
        {cents ? `Record ${formatCents(cents)} ${doorMethodText[method].by}` : "Record payment"}
      </Button>
    </form>
  );
}

/** True if nothing is due at a loaded stop, since its client pays by their terms. */
export function isOnTerms(stop: Pick<ShownStop, "toCollect" | "orders">): boolean {
  return stop.toCollect === null && !isUnpacked(stop);
}

/** Returns the cents that may be taken at a stop besides the amount due for its own deliveries. */
function olderAt(stop: ShownStop): number {
  return isOnTerms(stop) ? Math.max(stop.accountCents, stop.olderCents) : stop.olderCents;
}

/** Returns the open invoices that money may be for; none if there is nothing to choose. */
function invoicesFor(method: DoorMethod, stop: ShownStop): OpenInvoice[] {
  const { openInvoices, olderCents } = stop;
  if (method === "cheque" || (isOnTerms(stop) && olderAt(stop) > 0)) return openInvoices;
  // If drivers take no money for older invoices, only a cheque can be for them.
  const payable = openInvoices.filter(({ isHere }) => isHere || olderCents > 0);
  return payable.length > 1 ? payable : [];
}

/** Returns the open cents of invoices, without what was refused of this delivery. */
function openOf(invoices: readonly OpenInvoice[], stop: ShownStop): number {
  const sum = (isHere: boolean) =>
    sumCents(
      invoices.filter((one) => one.isHere === isHere),
      ({ cents }) => cents ?? 0,
    );
  const here = sum(true);
  return (stop.toCollect === null ? here : Math.min(here, dueAt(stop))) + sum(false);
}

interface ForInvoicesProps {
  stop: ShownStop;
  method: DoorMethod;
  mayBeFor: readonly OpenInvoice[];
  chosen: readonly string[];
}

/** Number of invoices that fit into the list without scrolling it. */
const listedAtOnce = 4;

function ForInvoices({ stop: { toCollect }, method, mayBeFor, chosen }: ForInvoicesProps) {
  const first = toCollect === null ? "the oldest invoices" : "this delivery";
  const what = method === "cheque" ? "the cheque" : "the payment";
  return (
    <fieldset className="mt-5">
      <legend className="text-sm font-semibold">
        Which invoices is {what} for? <span className="font-normal">(optional)</span>
      </legend>
      <p className="mt-1 text-sm text-ink-soft">
        {chosen.length === 0
          ? `If you choose none, it pays ${first} first.`
          : `What is left over pays ${method === "cheque" || toCollect === null ? "the oldest of the others" : `${first} first`}.`}
      </p>
      {mayBeFor.length > listedAtOnce && (
        <p className="mt-1 text-sm font-semibold">
          {mayBeFor.length} are open: scroll the list to see all of them.
        </p>
      )}
      <div className="mt-1.5 max-h-80 overflow-y-auto border-y border-rule">
        {mayBeFor.map(({ number, cents, isHere, issuedOn, dueOn }) => (
          <label key={number} className="flex min-h-12 items-center gap-3 py-1.5 tabular-nums">
            <input
              type="checkbox"
              name="invoice"
              value={number}
              checked={chosen.includes(number)}
              // The form's own handler stores which ones are ticked.
              onChange={() => {}}
              className="size-6 shrink-0 accent-oxblood"
            />
            <span className="grow">
              {number}
              {isHere && ", this delivery"}
              <span className="block text-sm text-ink-soft">
                {datesInWords({ issuedOn, dueOn })}
              </span>
            </span>
            {cents !== null && formatCents(cents)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** "Nov 3, 2026, overdue since Nov 17, 2026" */
function datesInWords({ issuedOn, dueOn }: Pick<OpenInvoice, "issuedOn" | "dueOn">): string {
  const isOverdue = dueOn && dueOn < pacificDay(new Date());
  const due = dueOn && `${isOverdue ? "overdue since" : "due"} ${formatFullDay(dueOn)}`;
  return [issuedOn && formatFullDay(issuedOn), due].filter(Boolean).join(", ");
}

const isNamed = (control: EventTarget, field: string) =>
  control instanceof HTMLInputElement && control.name === field;

/** Returns the cents due at a stop for its own deliveries, as far as known. */
export function dueAt({ toCollect }: Pick<ShownStop, "toCollect">): number {
  return toCollect?.isFinal ? Math.max(0, toCollect.cents) : 0;
}

function amountProblem(cents: number | null, method: DoorMethod, mostCents: number): Errors {
  if (cents === null || cents <= 0) return { cents: "Please type an amount, for example 249.90" };
  if (method === "cash" && cents % 5 !== 0) {
    return { cents: penniesInWords(cents) };
  }
  // A cheque has one amount: the surplus is the client's credit.
  if (method === "cheque" || cents <= mostCents) return {};
  return { cents: `At most ${formatCents(mostCents)} is due. Please give the rest back` };
}

/** Says that a cheque was recorded here before, or that only its number tells it from another. */
function chequeProblem(
  cheque: { method: DoorMethod; cents: number; reference: string },
  { taken }: Pick<ShownStop, "taken">,
  mostCents: number,
): Errors {
  const same = cheque.method === "cheque" ? likest(taken, cheque) : undefined;
  if (!same) return {};
  if (isSameCheque(same, cheque)) {
    return { reference: `${takenInWords(same)} is recorded here already. Check the number` };
  }
  if (cheque.cents <= mostCents) return {};
  return {
    reference: same.reference
      ? `${takenInWords(same)} is recorded here already. If this is another, type its number`
      : `${takenInWords(same)} is recorded here without its number. If this is another, correct that one first`,
  };
}
