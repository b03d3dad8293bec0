import { ChevronLeft } from "lucide";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { controlClass, Field, TextArea, TextField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Moment } from "#app/components/moment.tsx";
import { windowInWords } from "#app/features/delivery/days.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { formatLb } from "#app/lib/weight.ts";
import { cashInWords, counted, loadInWords } from "../papers/run-sheet-job.ts";
import { type Report, refusalReasons, reportSchema } from "../reports/report.ts";
import { loadOf, mapLink, telLink, wholeAddress } from "../run.ts";
import { StopBadge } from "../run-badge.tsx";
import { asBlob, downscaled, keepImage } from "./kept-images.ts";
import { refusable, type ShownStop } from "./run-view.ts";
import { SignaturePad } from "./signature-pad.tsx";

interface DriversStopProps {
  stop: ShownStop;
  kind: "delivery" | "pickup";
  onReport: (report: Report) => void;
}

type Mode = Report["kind"];

const row = "flex flex-wrap items-baseline gap-x-4";

/** One stop: where, what, and what to report. */
export function DriversStop({ stop, kind, onReport }: DriversStopProps) {
  const [mode, setMode] = useState<Mode | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  const dial = telLink(stop.phone);
  const isDone =
    stop.state === "delivered" && !stop.orders.some(({ status }) => status === "fulfilled");
  const modes = (Object.keys(titles) as Mode[]).filter((one) => !isDone || one === "refused");
  const unpacked = stop.orders.filter(({ status }) => status === "pending");
  const way = buttonClass({ variant: "secondary", className: "grow" });
  function report(sent: Report) {
    onReport(sent);
    setMode(null);
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
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <StopBadge state={stop.state} kind={kind} />
        {stop.isWaiting && <Badge tone="pending">Waits to be sent</Badge>}
      </p>
      {stop.state !== "waiting" && stop.visitedAt && (
        <p className="mt-1">
          <Moment at={stop.visitedAt} time />
          {stop.receivedBy && `, taken by ${stop.receivedBy}`}
          {stop.note && `. “${stop.note}”`}
        </p>
      )}
      {kind === "delivery" && <p className="mt-3 text-lg">{wholeAddress(stop) || "No address"}</p>}
      <p className="mt-1 tabular-nums">
        {windowInWords(stop)}, {loadInWords(loadOf(stop.orders))}
      </p>
      {stop.toCollect && (
        <p className="mt-2 text-xl font-semibold tabular-nums">
          Collect {cashInWords(stop.toCollect)}
        </p>
      )}
      {stop.notes.trim() && (
        <p className="mt-3 border-l-4 border-oxblood pl-3 text-lg break-words whitespace-pre-line">
          {stop.notes}
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
      <Goods stop={stop} />
      {unpacked.length > 0 && (
        <p className="mt-3 font-semibold">
          Not finished at the packing station:{" "}
          {unpacked.map(({ id }) => orderNumber(id)).join(", ")}.
        </p>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        {modes.map((one) => (
          <Button
            key={one}
            size="lg"
            variant={one === "delivered" ? "primary" : "secondary"}
            aria-expanded={mode === one}
            onClick={() => setMode(mode === one ? null : one)}
            disabled={one === "refused" && refusable(stop).length === 0}
          >
            {one === "delivered" && kind === "pickup" ? "Picked up" : titles[one]}
          </Button>
        ))}
      </div>
      {mode && <ReportForm key={mode} mode={mode} stop={stop} onReport={report} />}
    </section>
  );
}

const titles: Record<Mode, string> = {
  delivered: "Delivered",
  not_home: "Not home",
  refused: "Refuse a line",
};

function Goods({ stop }: { stop: ShownStop }) {
  return (
    <div className="mt-6 border-t border-ink">
      {stop.orders.map((order) => (
        <section key={order.id} aria-label={`Order ${orderNumber(order.id)}`}>
          <h2 className="pt-3 font-sans text-sm font-semibold text-ink-soft">
            Order {orderNumber(order.id)}
            {order.boxes > 0 && `, ${counted(order.boxes, "box", "boxes")}`}
          </h2>
          <ul>
            {order.lines.map(({ id, productName, packedLb, refusedLb }) => (
              <li key={id} className={`${row} justify-between border-b border-rule py-2`}>
                <span className="min-w-0 break-words">{productName}</span>
                <span className="tabular-nums">
                  {Number(refusedLb) > 0 && (
                    <strong>refused {formatLb(Number(refusedLb))} of </strong>
                  )}
                  {formatLb(Number(packedLb))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface ReportFormProps {
  mode: Mode;
  stop: ShownStop;
  onReport: (report: Report) => void;
}

type Errors = Partial<Record<string, string>>;

/** What is reported; checked here, as nobody else can correct it later. */
function ReportForm({ mode, stop, onReport }: ReportFormProps) {
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pad = useRef<HTMLCanvasElement>(null);
  const [isSigned, setSigned] = useState(false);
  const lines = refusable(stop);

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
    const found = problems(mode, text, lines);
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    setBusy(true);
    const photo = typed.get("photo");
    const photoId =
      photo instanceof File && photo.size > 0 ? await kept(await downscaled(photo)) : null;
    const drawn = isSigned && pad.current ? await asBlob(pad.current, "image/png") : null;
    const sent = reportSchema.safeParse({
      kind: mode,
      requestId: newUuid(),
      stopId: stop.id,
      at: new Date().toISOString(),
      note: text("note"),
      photoId,
      receivedBy: text("receivedBy"),
      temperatureC: text("temperatureC").replace(",", ".") || null,
      signatureId: drawn && (await kept(drawn)),
      orderItemId: text("orderItemId"),
      lb: text("lb").replace(",", "."),
      reason: text("reason"),
    });
    setBusy(false);
    if (sent.success) onReport(sent.data);
    else setErrors({ note: "Something here cannot be read. Please check what you typed." });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="mt-4 border border-ink bg-paper-light p-4"
    >
      {mode === "delivered" && (
        <>
          <TextField
            label="Who took it"
            name="receivedBy"
            required
            maxLength={100}
            autoComplete="off"
            error={errors.receivedBy}
          />
          <TextField
            label="Product temperature in °C"
            name="temperatureC"
            optional
            inputMode="text"
            autoComplete="off"
            maxLength={5}
            hint="For example 2.5, or -18"
            error={errors.temperatureC}
            className="mt-5"
          />
          <SignaturePad canvas={pad} onDrawn={setSigned} />
        </>
      )}
      {mode === "refused" && <RefusedFields lines={lines} errors={errors} />}
      <TextArea
        label="Note"
        name="note"
        optional
        rows={2}
        maxLength={900}
        error={errors.note}
        className={mode === "not_home" ? undefined : "mt-5"}
      />
      <Field label="Photo" optional className="mt-5">
        {(control) => (
          <input
            {...control}
            type="file"
            name="photo"
            accept="image/*"
            capture="environment"
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" size="lg" pending={isBusy} className="mt-5 w-full">
        {confirmWords[mode]}
      </Button>
    </form>
  );
}

const confirmWords: Record<Mode, string> = {
  delivered: "Confirm delivery",
  not_home: "Nobody was home",
  refused: "Record as refused",
};

function RefusedFields({ lines, errors }: { lines: ReturnType<typeof refusable>; errors: Errors }) {
  return (
    <>
      <Choice label="Line" name="orderItemId">
        {lines.map(({ id, productName, packedLb }) => (
          <option key={id} value={id}>
            {productName}, {formatLb(Number(packedLb))}
          </option>
        ))}
      </Choice>
      <DecimalField
        label="Pounds refused"
        name="lb"
        required
        maxLength={8}
        error={errors.lb}
        className="mt-5"
      />
      <Choice label="Reason" name="reason" className="mt-5">
        {Object.entries(refusalReasons).map(([reason, words]) => (
          <option key={reason} value={reason}>
            {words}
          </option>
        ))}
      </Choice>
    </>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  className?: string;
  children: ReactNode;
}

function Choice({ label, name, className, children }: ChoiceProps) {
  return (
    <Field label={label} {...(className && { className })}>
      {(control) => (
        <select {...control} name={name} className={controlClass}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** Keeps an image under a new id. */
async function kept(image: Blob): Promise<string> {
  const id = newUuid();
  await keepImage(id, image);
  return id;
}

function problems(
  mode: Mode,
  text: (name: string) => string,
  lines: ReturnType<typeof refusable>,
): Errors {
  if (mode === "delivered") {
    const temperature = text("temperatureC").replace(",", ".");
    return {
      ...(text("receivedBy") === "" && { receivedBy: "Please type who took it" }),
      ...(temperature !== "" &&
        (!/^-?\d{1,2}(\.\d)?$/.test(temperature) || Math.abs(Number(temperature)) > 60) && {
          temperatureC: "Please type degrees Celsius from -60 to 60, for example 2.5",
        }),
    };
  }
  if (mode === "not_home") return {};
  const lb = text("lb").replace(",", ".");
  const line = lines.find(({ id }) => id === text("orderItemId"));
  const most = line ? toCents(line.packedLb) - toCents(line.refusedLb) : 0;
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(lb) || Number(lb) <= 0) {
    return { lb: "Please type pounds with at most two decimals, for example 4.5" };
  }
  if (toCents(lb) <= most) return {};
  return { lb: `At most ${formatLb(Number(toDollars(most)))} of this line can be refused` };
}
