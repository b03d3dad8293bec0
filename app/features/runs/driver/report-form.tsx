import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Field, TextArea, TextField } from "#app/components/form/field.tsx";
import {
  isTooWarm,
  noTemperature,
  type Report,
  reportSchema,
  warmestC,
} from "#app/domain/delivery/runs/report.ts";
import type { TemperatureQuestion } from "#app/domain/door/door-settings.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type HeldOrder, heldInWords, type Run } from "../run.ts";
import { asBlob } from "./kept/kept-images.ts";
import { type Draft, dropDraft, keepDraft, readDraft } from "./kept/typed-drafts.ts";
import { dueAt } from "./payment-form.tsx";
import {
  EarlyField,
  keepSaid,
  keptAnew,
  RefusedFields,
  TakePhoto,
  typedIn,
  useKeptPhoto,
} from "./report-fields.tsx";
import { offeredAt, refusable, refusedAnew, type ShownStop, toHandOver } from "./run-view.ts";
import { SignaturePad } from "./signature-pad.tsx";

/** Reports of a stop, except payments. */
export type ReportMode = "delivered" | "all_refused" | "not_home" | "refused";

interface ReportFormProps {
  mode: ReportMode;
  stop: ShownStop;
  run: Pick<Run, "id" | "kind" | "date" | "choices">;
  /** When the run was read, by the server's clock. */
  asOf: number;
  held: readonly HeldOrder[];
  /** Gets several for a refusal of everything, which is one report for each line. */
  onReport: (sent: readonly Report[]) => void;
}

type Errors = Partial<Record<string, string>>;

/** Form for a report. The input is kept until it is reported, even while other forms are open. */
export function ReportForm({
  mode,
  stop,
  run: { id: runId, date, kind, choices },
  asOf,
  held,
  onReport,
}: ReportFormProps) {
  const ifMailed = useIfMailed();
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pad = useRef<HTMLCanvasElement>(null);
  const [draft] = useState(() => readDraft(runId, stop.id, mode));
  const keep = (changed: Partial<Draft>) => keepDraft(runId, stop.id, mode, changed);
  const [isSigned, setSigned] = useState(draft.strokes.length > 0);
  const photo = useKeptPhoto(draft.photoId, (photoId) => keep({ photoId }));
  const { fields } = draft;
  const lines = refusable(stop);
  const offered = offeredAt(held, stop);
  const [lineId, setLineId] = useState(fields.orderItemId);
  const line = lines.find(({ id }) => id === lineId);
  const [isMarkedAll, setMarkedAll] = useState(fields.everything === "yes");
  const isEverything = mode === "refused" && isMarkedAll && offered.length > 0;
  const isVisit = mode === "delivered" || mode === "all_refused";
  // An amount that was typed but not recorded would be forgotten with the payment's form.
  const [typedAmount] = useState(() => readDraft(runId, stop.id, "paid").fields.cents ?? "");
  const asksPayment = dueAt(stop) > 0 || typedAmount !== "";
  const [heldChoice, setHeldChoice] = useState(fields.held);
  const [degrees, setDegrees] = useState(fields.temperatureC);
  // If everything stays on the truck, nothing is received, measured or signed.
  const keepsAll =
    mode === "delivered" &&
    held.length > 0 &&
    heldChoice === "kept" &&
    toHandOver(held, stop).length === 0;
  const asksDegrees = isVisit && !keepsAll && choices.temperature !== "no";
  const needsNote = asksDegrees && isWarm(degrees ?? "");
  const today = pacificDay(new Date());
  const isEarly = date > today;

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, select, textarea");
    first?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "start" });
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "").trim();
    const found = {
      ...(!keepsAll && !isEverything && problems(mode, text, lines, choices.temperature)),
      ...(mode === "refused" && text("reason") === "" && { reason: "Please choose the reason" }),
      ...(isVisit &&
        !keepsAll &&
        asksPayment &&
        text("unpaid") === "" && {
          unpaid: "Please record the payment first, or say that nothing more was paid",
        }),
      ...(mode === "delivered" &&
        held.length > 0 &&
        text("held") === "" && { held: "Please say what becomes of the held boxes" }),
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
    const photoId = (await photo.taken()) || null;
    const drawn = isSigned && pad.current ? await asBlob(pad.current, "image/png") : null;
    const said = {
      kind: keepsAll ? "kept" : mode,
      stopId: stop.id,
      at: new Date().toISOString(),
      note: text("note"),
      photoId,
      receivedBy: text("receivedBy"),
      temperatureC: text("temperatureC").replace(",", ".") || null,
      leftWith: text("neighbour") === "yes" ? "neighbour" : null,
      held: text("held") || null,
      knownAt: new Date(asOf).toISOString(),
      orderIds: toHandOver(text("held") === "kept" ? held : [], stop).map(({ id }) => id),
      signatureId: drawn && (await keptAnew(drawn)),
      orderItemId: text("orderItemId"),
      lb: mode === "refused" && !isEverything ? refusedAnew(line, text("lb")).lb : undefined,
      reason: text("reason"),
      isEarly,
    };
    const each = isEverything
      ? offered.map(({ id, left }) => ({ orderItemId: id, lb: toPounds(hundredthsLb(left)) }))
      : [{}];
    const sent = reportSchema
      .array()
      .safeParse(each.map((line) => ({ ...said, ...line, requestId: newUuid() })));
    setBusy(false);
    if (sent.success) {
      dropDraft(runId, stop.id, mode);
      onReport(sent.data);
    } else setErrors({ note: "Something here cannot be read. Please check what you typed." });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onChange={(event) => {
        const typed = typedIn(event.currentTarget);
        setHeldChoice(typed.held);
        setMarkedAll(typed.everything === "yes");
        setLineId(typed.orderItemId);
        setDegrees(typed.temperatureC);
        // An empty checkbox is not among the values.
        keep({ fields: { ...fields, everything: "", ...typed } });
      }}
      noValidate
      className="mt-4 border border-ink bg-paper-light p-4"
    >
      {mode === "delivered" && (
        <>
          {held.length > 0 && <HeldField held={held} chosen={fields.held} error={errors.held} />}
          {keepsAll && (
            <p className="font-semibold" role="status">
              Nothing is left to hand over, so this stop is reported as not delivered.{" "}
              {ifMailed("The client is emailed why.")}
            </p>
          )}
        </>
      )}
      {mode === "all_refused" && (
        <p className="text-lg font-semibold">All of it was refused, so it goes back to the shop.</p>
      )}
      {mode === "delivered" && !keepsAll && (
        <>
          <TextField
            label="Received by"
            name="receivedBy"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={fields.receivedBy}
            error={errors.receivedBy}
          />
          {choices.neighbours && kind === "delivery" && (
            <label className="mt-3 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="neighbour"
                value="yes"
                defaultChecked={fields.neighbour === "yes"}
                className="size-6 shrink-0 accent-oxblood"
              />
              This is a neighbour: no one was there
            </label>
          )}
        </>
      )}
      {asksDegrees && (
        <TextField
          label="Product temperature in °C"
          name="temperatureC"
          {...(choices.temperature === "needed" ? { required: true } : { optional: true })}
          inputMode="text"
          autoComplete="off"
          maxLength={5}
          defaultValue={fields.temperatureC}
          hint={`For example 2.5, or -18. Above ${warmestC} °C, add a note.`}
          error={errors.temperatureC}
          className="mt-5"
        />
      )}
      {mode === "delivered" && !keepsAll && (
        <SignaturePad
          canvas={pad}
          strokes={draft.strokes}
          onStrokes={(strokes) => {
            setSigned(strokes.length > 0);
            keep({ strokes });
          }}
        />
      )}
      {isVisit && !keepsAll && asksPayment && (
        <UnpaidField stop={stop} typed={typedAmount} error={errors.unpaid} />
      )}
      {mode === "refused" && (
        <RefusedFields
          lines={lines}
          offeredLb={offered.reduce((sum, { left }) => sum + left, 0) / 100}
          isEverything={isEverything}
          refusedLb={Number(line?.refusedLb ?? 0)}
          errors={errors}
          typed={fields}
        />
      )}
      <TextArea
        label="Note"
        name="note"
        {...(needsNote
          ? { required: true, hint: `Above ${warmestC} °C: why, and what you did about it.` }
          : { optional: true })}
        rows={2}
        maxLength={900}
        defaultValue={fields.note}
        error={errors.note}
        className={mode === "not_home" ? undefined : "mt-5"}
      />
      <TakePhoto label="Photo" photo={photo} />
      {isEarly && <EarlyField runId={runId} date={date} today={today} error={errors.early} />}
      <Button type="submit" size="lg" pending={isBusy} className="mt-5 w-full">
        {keepsAll ? "Confirm: not delivered" : confirmInWords(mode, kind)}
      </Button>
    </form>
  );
}

const heldChoices = {
  kept: "The held boxes stay on the truck",
  "handed over": "The office said to hand them over",
};

interface HeldFieldProps {
  held: readonly HeldOrder[];
  chosen: string | undefined;
  error: string | undefined;
}

/** Asks what happens to meat on hold, so that it isn't handed over by accident. */
function HeldField({ held, chosen, error }: HeldFieldProps) {
  return (
    <fieldset className="mb-5 border-l-4 border-oxblood pl-3" aria-describedby="held-error">
      <legend className="font-semibold">On hold: don’t hand it over</legend>
      {held.map((one) => (
        <p key={one.id} className="break-words">
          {ended(heldInWords(one))}
        </p>
      ))}
      <p>A held box stays whole, with all that is in it.</p>
      {Object.entries(heldChoices).map(([value, label]) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="held"
            value={value}
            defaultChecked={chosen === value}
            className="size-6 shrink-0 accent-oxblood"
          />
          {label}
        </label>
      ))}
      <p id="held-error" className="font-semibold text-oxblood empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

interface UnpaidFieldProps {
  stop: ShownStop;
  /** An amount in the payment's form that was not recorded; empty for none. */
  typed: string;
  error: string | undefined;
}

/** Asks drivers who leave unpaid to confirm it, because such money is seldom paid later. */
function UnpaidField({ stop, typed, error }: UnpaidFieldProps) {
  const due = formatCents(dueAt(stop));
  return (
    <Field
      label={
        typed === ""
          ? `${due} ${stop.taken.length > 0 ? "is left to collect" : "was to be collected"}`
          : `A payment of $${typed} is typed and not recorded`
      }
      error={error}
      className="mt-5"
    >
      {(control) => (
        <label htmlFor={control.id} className="flex min-h-11 items-center gap-3">
          <input
            {...control}
            type="checkbox"
            name="unpaid"
            value="yes"
            className="size-6 shrink-0 accent-oxblood"
          />
          {stop.taken.length > 0 ? "Nothing more was paid" : "Nothing was paid"}
        </label>
      )}
    </Field>
  );
}

function confirmInWords(mode: ReportMode, kind: Run["kind"]): string {
  if (mode === "refused") return "Record as refused";
  if (mode === "all_refused") return "Confirm: all refused";
  const isPickup = kind === "pickup";
  if (mode === "delivered") return isPickup ? "Confirm pickup" : "Confirm delivery";
  return isPickup ? "Confirm nobody came" : "Confirm no one there";
}

/** Returns a typed temperature as the report has it; null if there is none to read. */
function degreesIn(typed: string): string | null {
  const degrees = typed.trim().replace(",", ".");
  return /^-?\d{1,2}(\.\d)?$/.test(degrees) && Math.abs(Number(degrees)) <= 60 ? degrees : null;
}

/** True for a typed temperature that a note must explain. */
const isWarm = (typed: string) => isTooWarm(degreesIn(typed));

function problems(
  mode: ReportMode,
  text: (name: string) => string,
  lines: ReturnType<typeof refusable>,
  asked: TemperatureQuestion,
): Errors {
  if (mode === "delivered" || mode === "all_refused") {
    const isNone = text("temperatureC") === "";
    const isOdd = degreesIn(text("temperatureC")) === null;
    return {
      ...(mode === "delivered" &&
        text("receivedBy") === "" && { receivedBy: "Please enter who received it" }),
      ...(asked === "needed" && isNone && { temperatureC: "Please measure and enter it" }),
      ...(!isNone && isOdd && { temperatureC: noTemperature }),
      ...(isWarm(text("temperatureC")) &&
        text("note") === "" && {
          note: `Above ${warmestC} °C: please note why, and what you did about it`,
        }),
    };
  }
  if (mode === "not_home") return {};
  const line = lines.find(({ id }) => id === text("orderItemId"));
  const { problem } = line ? refusedAnew(line, text("lb")) : {};
  return {
    ...(!line && { orderItemId: "Please choose what was refused" }),
    ...(problem !== undefined && { lb: problem }),
  };
}
