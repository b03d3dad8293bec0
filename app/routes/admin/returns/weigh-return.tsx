import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { CountField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useResultFocus } from "#app/components/page/use-result-focus.ts";
import { requestContext } from "#app/context.server.ts";
import { creditReasons, reasonText } from "#app/domain/claims/credit.ts";
import { warmestC } from "#app/domain/delivery/runs/report.ts";
import { awaitedOf } from "#app/domain/lots/refused-at-door.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import {
  becomesText,
  chosenOutcome,
  creditInWords,
  doorReportInWords,
  fieldOf,
  heldBecomesText,
  isCreditedAhead,
  noteInWords,
  outcomeOf,
  placeText,
  reasonAtDoor,
  returnsSchema,
  takeBackIntent,
  takeBackSchema,
  wasWarmText,
  willCreditInWords,
} from "#app/features/returns/returned.ts";
import {
  returnableOrder,
  returnsOfOrder,
  type WeighedReturn,
  weighReturns,
} from "#app/features/returns/returns.server.ts";
import {
  type TakenBackWeighing,
  takeBackReturn,
} from "#app/features/returns/take-back-return.server.ts";
import { Weighings } from "#app/features/returns/weighings.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { wasOrWere } from "#app/lib/in-words.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { returnOutcomes, weighedPlaces } from "#db/schema/values/door.ts";
import type { Route } from "./+types/weigh-return.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Weigh a return");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [order, weighings] = await Promise.all([
    returnableOrder(db, staff, params.order),
    returnsOfOrder(db, staff, params.order),
  ]);
  const asked = url.searchParams.get("item");
  // One for each line and lot, and for each weighing that may be reversed.
  const requestIds = Object.fromEntries(
    (order?.lines ?? []).flatMap(({ itemId: item, lots }) =>
      lots.map(({ lotId: lot }) => [fieldOf("requestId", { item, lot }), randomUUID()]),
    ),
  );
  for (const { id } of weighings) requestIds[id] = randomUUID();
  const page = { order, weighings, asked, requestIds, formId: randomUUID() };
  return data(page, { status: order ? 200 : 404 });
}

interface ReturnAnswer extends FormAnswer {
  weighed?: WeighedReturn[];
  takenBack?: TakenBackWeighing;
}

const failed = "The return could not be stored. Please try again.";

const checked = (fields: Record<string, string>) =>
  fields.intent === takeBackIntent
    ? checkForm(takeBackSchema, fields)
    : checkForm(returnsSchema, fields);

export const action = (args: Route.ActionArgs) =>
  answerForm<ReturnAnswer>(
    args,
    { failed, log: "weighing a return failed", facts: () => ({ orderId: args.params.order }) },
    async (fields, { db, shop }) => {
      const staff = staffWith(args.context, "pack");
      if (fields.intent === takeBackIntent) {
        const asked = accepted(checkForm(takeBackSchema, fields));
        const takenBack = await takeBackReturn(db, staff, args.params.order, asked, shop);
        return data<ReturnAnswer>({ takenBack });
      }
      const typed = accepted(checkForm(returnsSchema, fields));
      const weighed = await weighReturns(db, staff, args.params.order, typed, shop);
      return data<ReturnAnswer>({ weighed });
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ReturnAnswer>(sent, {
    failed,
    loadCheck: async () => (fields) => checked(fields).refused,
    looksAgain: () => true,
  });

type Order = NonNullable<Route.ComponentProps["loaderData"]["order"]>;

/** Weighs an order's returned goods, stocks or wastes them, and credits them in one note. */
export default function WeighReturn({
  loaderData: { order, weighings, asked, requestIds, formId },
  actionData,
}: Route.ComponentProps) {
  // A refusal to reverse a weighing is shown beside that weighing.
  const isOfWeighing = actionData?.values?.intent === takeBackIntent;
  const answer = isOfWeighing ? undefined : actionData;
  const takeBack = { requestIds, answer: isOfWeighing ? actionData : undefined };

  const isAllBack = order?.lines.every(({ lots }) =>
    lots.every(({ sentLb, backLb }) => lbLess(sentLb, backLb) <= 0),
  );
  if (order && isAllBack && order.lines.length > 0) {
    return (
      <>
        {answer?.weighed && <Weighed weighed={answer.weighed} nextId={formId} />}
        <EmptyState
          titleAs="h1"
          title={`All of ${orderName(order.number).toLowerCase()} is back`}
          way={{ to: "/admin/returns", label: "All returns" }}
        />
        <Weighings rows={weighings} takeBack={takeBack} />
      </>
    );
  }
  if (!order || order.lines.length === 0) {
    return (
      <EmptyState
        titleAs="h1"
        title="Nothing of it can come back"
        way={{ to: "/admin/returns", label: "All returns" }}
      >
        <p>Only what was packed and left can be weighed back.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/returns">Returns</BackLink>}
        title={
          <>
            {orderName(order.number)}{" "}
            <span className="block text-title text-ink-soft">{order.name}</span>
          </>
        }
      />
      {answer?.weighed && <Weighed weighed={answer.weighed} nextId={formId} />}
      {answer?.takenBack && <TakenBack takenBack={answer.takenBack} nextId={formId} />}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <ReturnForm
        // After weighing, the form is reset with new ids.
        key={answer?.weighed ? formId : "first"}
        order={order}
        asked={asked}
        requestIds={requestIds}
        answer={answer?.weighed || answer?.takenBack ? undefined : answer}
      />
      <Weighings rows={weighings} takeBack={takeBack} />
    </>
  );
}

interface TakenBackProps {
  takenBack: TakenBackWeighing;
  /** The id of the next form; new after each answer. */
  nextId: string;
}

function TakenBack({ takenBack: { productName, lb, debit }, nextId }: TakenBackProps) {
  const ifMailed = useIfMailed();
  const said = useResultFocus<HTMLDivElement>(nextId);
  return (
    <div ref={said} tabIndex={-1} className="mt-6 max-w-2xl">
      <Notice tone="success" title={`${formatLb(Number(lb))} of ${productName}: taken back`}>
        {debit !== null &&
          `Invoice ${debit} bills again what was credited. ${ifMailed("The client is notified.")} `}
        If it did come back, weigh it again.
      </Notice>
    </div>
  );
}

interface WeighedProps {
  weighed: WeighedReturn[];
  nextId: string;
}

function Weighed({ weighed, nextId }: WeighedProps) {
  const ifMailed = useIfMailed();
  const said = useResultFocus<HTMLDivElement>(nextId);
  const became = weighed.map(({ outcome, productName, lb, lotCode }) => {
    const stock = lotCode ? `back to lot ${lotCode}` : "back to the stock";
    return `${formatLb(Number(lb))} of ${productName}: ${outcome === "waste" ? "to the waste" : stock}`;
  });
  const note = noteInWords(weighed, ifMailed);
  const [first] = weighed;
  return (
    <div ref={said} tabIndex={-1} className="mt-6 max-w-2xl">
      {weighed.length === 1 && first ? (
        <Notice tone="success" title={became[0]}>
          {creditInWords(first)} {note}
        </Notice>
      ) : (
        <Notice tone="success" title={`${weighed.length} returns were weighed`}>
          <ul className="grid gap-1">
            {weighed.map((one, at) => (
              <li key={one.requestId} className="break-words">
                {became[at]}. {creditInWords(one)}
              </li>
            ))}
          </ul>
          {note && <p className="mt-2">{note}</p>}
        </Notice>
      )}
    </div>
  );
}

/** Lists the drivers' reports, to choose between the lot and the waste. */
function DoorReports({ reports }: Pick<Order["lines"][number], "reports">) {
  if (reports.length === 0) return null;
  return (
    <ul aria-label="What the driver recorded" className="border-l-4 border-rule pl-3">
      {reports.map((report) => (
        <li key={report.id} className="break-words">
          <Moment at={report.happenedAt} time />: {doorReportInWords(report)}
        </li>
      ))}
    </ul>
  );
}

interface ReturnFormProps {
  order: Order;
  asked: string | null;
  requestIds: Record<string, string>;
  answer: ReturnAnswer | undefined;
}

type Line = Order["lines"][number];

interface Row {
  line: Line;
  lot: Line["lots"][number];
  nameOf: (field: string) => string;
}

/** Returns what may still be weighed; a lot that is fully returned has nothing left. */
function rowsOf(line: Line): Row[] {
  return line.lots
    .filter(({ sentLb, backLb }) => lbLess(sentLb, backLb) > 0)
    .map((lot) => {
      const nameOf = (field: string) => fieldOf(field, { item: line.itemId, lot: lot.lotId });
      return { line, lot, nameOf };
    });
}

/** Returns a typed weight in pounds; "0.00" if invalid. */
const lbTyped = (typed = "") =>
  /^\d{1,5}([.,]\d{1,2})?$/.test(typed.trim())
    ? toPounds(toHundredthsLb(typed.trim().replace(",", ".")))
    : "0.00";

function ReturnForm({
  order: { lines, isUndelivered },
  asked,
  requestIds,
  answer,
}: ReturnFormProps) {
  // Stable across reloads of the page's data, so that submitting twice stores one.
  const [ownIds] = useState(requestIds);
  const [values, setValues] = useState<Partial<Record<string, string>>>(answer?.values ?? {});
  const set = (name: string, value: string) => setValues((now) => ({ ...now, [name]: value }));
  /** Returns the props of a field whose value is kept here. */
  const kept = (name: string, otherwise = "") => ({
    name,
    error: answer?.errors?.[name],
    value: values[name] ?? otherwise,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(name, currentTarget.value),
  });
  // The chosen line comes first, then those that drivers reported.
  const isAsked = ({ itemId }: Line) => Number(itemId === asked);
  const awaitedLines = lines.filter((one) => awaitedOf(one) > 0);
  const awaited = awaitedLines.sort((one, other) => isAsked(other) - isAsked(one)).flatMap(rowsOf);
  const others = lines.filter((one) => !awaitedLines.includes(one)).flatMap(rowsOf);
  const rows = [...awaited, ...others];
  const isFilled = ({ nameOf }: Row) => Boolean(values[nameOf("lb")]?.trim());
  const place = values.place ?? (awaited.length > 0 ? "truck" : "");
  const { temperatureC: temperature = "", minutesOut: minutes = "" } = values;
  const facts = {
    place: place === "truck" ? "truck" : "client",
    temperatureC: /^-?\d+([.,]\d)?$/.test(temperature.trim())
      ? temperature.replace(",", ".")
      : null,
    minutesOut: /^\d+$/.test(minutes.trim()) ? Number(minutes) : null,
  } as const;
  const judged = (row: Row) => {
    const { line, lot, nameOf } = row;
    const reported = reasonAtDoor(line.reports);
    const usual = lot.isHeld ? "recalled" : "quality";
    const reason =
      values[nameOf("reason")] ?? reported ?? (isUndelivered ? "not_delivered" : usual);
    const becomes = returnOutcomes.find((one) => one === values[nameOf("becomes")]) ?? null;
    const { wasWarm } = line;
    const outcome = chosenOutcome({ ...facts, wasWarm }, { becomes, reason, isHeld: lot.isHeld });
    const sameLine = rows.filter((one) => one.line === line);
    const lbs = sameLine.map((one) => lbTyped(values[one.nameOf("lb")]));
    // A line's lots are stored one after the other, each less those before it.
    const at = sameLine.indexOf(row);
    const before = sumLb(lbs.slice(0, at));
    const ahead = Math.max(0, toHundredthsLb(line.creditedLb) - before);
    const refused = {
      ...line,
      creditedLb: toPounds(hundredthsLb(ahead)),
      ...(facts.place === "truck" && {
        truckLb: toPounds(sumLb([line.truckLb, toPounds(before)])),
      }),
    };
    const weighing = { lb: lbs[at] ?? "0.00", place: facts.place };
    const isCredited = isCreditedAhead(refused, weighing);
    const credit = willCreditInWords(refused, weighing);
    const mayBeSold = outcomeOf({ ...facts, wasWarm }) === "stock";
    return { reported, reason, outcome, isCredited, credit, mayBeSold, isHeld: lot.isHeld };
  };
  const weighed = rows.some(isFilled) ? rows.filter(isFilled) : awaited;
  const shown = (row: Row) => {
    const { nameOf, line } = row;
    return (
      <ReturnRow
        key={nameOf("lb")}
        row={row}
        isUndelivered={isUndelivered}
        kept={kept}
        {...judged(row)}
        requestId={ownIds[nameOf("requestId")] ?? requestIds[nameOf("requestId")]}
        showsReports={rows.find((one) => one.line === line) === row}
        showsOutcome={isFilled(row) || (awaited.length === 1 && awaited[0] === row)}
      />
    );
  };
  return (
    <AnsweredForm answer={answer} className="mt-6 grid max-w-2xl gap-5">
      {isUndelivered && <p>Nobody took the order, so all of it is back.</p>}
      <fieldset className={isUndelivered ? "hidden" : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">Where was it?</legend>
        <div className="grid gap-2">
          {weighedPlaces.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="place"
                value={one}
                checked={place === one}
                onChange={() => set("place", one)}
                className="size-5 shrink-0 accent-oxblood"
              />
              {placeText[one]}
            </label>
          ))}
        </div>
        {answer?.errors?.place && (
          <p className="mt-1 font-semibold text-oxblood">{answer.errors.place.join(" ")}</p>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Temperature of the meat in °C"
          optional
          inputMode="text"
          maxLength={5}
          autoComplete="off"
          hint={`${warmestC} °C or less, or it is not sold again.`}
          {...kept("temperatureC")}
        />
        <CountField
          label="Minutes out of the cold"
          optional
          maxLength={5}
          hint="As the driver says. Not known: it is not sold again."
          {...kept("minutesOut")}
        />
      </div>
      {rows.length > 1 && (
        <p>
          Enter the weight of all that is back, and leave the rest blank. It is credited in one
          note; what you weigh later gets a note of its own.
        </p>
      )}
      {(awaited.length > 0 ? awaited : others).map(shown)}
      {awaited.length > 0 && others.length > 0 && (
        <details open={others.some(isFilled)}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Something else came back
          </summary>
          <div className="mt-3 grid gap-5">{others.map(shown)}</div>
        </details>
      )}
      <TextField label="Note" optional maxLength={500} autoComplete="off" {...kept("note")} />
      <SubmitButton>{buttonText(weighed.map(judged))}</SubmitButton>
    </AnsweredForm>
  );
}

function buttonText(
  weighed: { outcome: "stock" | "waste"; isHeld: boolean; isCredited: boolean }[],
): string {
  const it = weighed.length > 1 ? "them" : "it";
  const ways = weighed.map(({ outcome, isHeld }) => {
    if (outcome === "waste") return `Throw ${it} away`;
    return isHeld ? `Keep ${it} on hold` : `Put ${it} back`;
  });
  const [way = "Weigh it back", ...different] = new Set(ways);
  const isCredited = weighed.length > 0 && weighed.every((one) => one.isCredited);
  const credit = isCredited ? "" : ` and credit ${it}`;
  return `${different.length > 0 ? "Weigh them back" : way}${credit}`;
}

interface ReturnRowProps {
  row: Row;
  isUndelivered: boolean;
  requestId: string | undefined;
  reported: string | undefined;
  reason: string;
  outcome: "stock" | "waste";
  /** How it will be credited; empty until it is weighed. */
  credit: string;
  mayBeSold: boolean;
  showsReports: boolean;
  showsOutcome: boolean;
  /** Returns the props of a field whose value the form keeps. */
  kept: (
    name: string,
    otherwise?: string,
  ) => {
    name: string;
    value: string;
    error: string[] | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
}

function ReturnRow({
  row: { line, lot, nameOf },
  isUndelivered,
  requestId,
  reported,
  reason,
  outcome,
  credit,
  mayBeSold,
  showsReports,
  showsOutcome,
  kept,
}: ReturnRowProps) {
  const { isHeld } = lot;
  const becomes = kept(nameOf("becomes"));
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-rule pt-4">
      <legend className="float-left w-full break-words font-semibold">{line.productName}</legend>
      <p className="break-words text-ink-soft">
        {lot.lotId === null ? "Packed without a lot" : `Lot ${lot.code}`},{" "}
        {formatLb(Number(lot.sentLb))} sent
        {Number(lot.backLb) > 0 && `, ${formatLb(Number(lot.backLb))} back`}
        {isHeld && ", on hold"}
        {!isUndelivered &&
          Number(line.refusedLb) > 0 &&
          `. ${formatLb(Number(line.refusedLb))} of the line ${wasOrWere(Number(line.refusedLb))} reported as refused.`}
      </p>
      {showsReports && <DoorReports reports={line.reports} />}
      {isHeld && !line.wasWarm && (
        <Notice tone="error" title={`Lot ${lot.code} is on hold`}>
          It is not sold, whatever you choose here. Throw it away, or keep it in its lot until the
          hold is decided.
        </Notice>
      )}
      {line.wasWarm && (
        <Notice tone="error" title="Too warm at the door">
          {wasWarmText}.
        </Notice>
      )}
      <input type="hidden" name={nameOf("requestId")} value={requestId} />
      <div className="grid grid-cols-[7.5rem_1fr] gap-3">
        <DecimalField label="Pounds, weighed" maxLength={8} {...kept(nameOf("lb"))} />
        <SelectField
          label={isUndelivered ? "Reason on the credit" : "What was wrong"}
          {...kept(nameOf("reason"), reason)}
          options={creditReasons
            .filter(
              (one) => one !== "price" && (one !== "held" || [reason, reported].includes(one)),
            )
            .filter((one) => one !== "not_delivered" || isUndelivered)
            .map((one) => [one, reasonText[one]])}
        />
      </div>
      <p role="status" className="empty:hidden">
        {credit}
      </p>
      {showsOutcome && mayBeSold && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">What becomes of it?</legend>
          {returnOutcomes.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={becomes.name}
                value={one}
                checked={outcome === one}
                onChange={becomes.onChange}
                className="size-5 shrink-0 accent-oxblood"
              />
              {(isHeld ? heldBecomesText : becomesText)[one]}
            </label>
          ))}
        </fieldset>
      )}
      {showsOutcome && (
        <p role="status" className="font-semibold">
          {outcome === "stock"
            ? isHeld
              ? "Stays in its lot, on hold: nobody sells it unless the hold ends."
              : "Goes back to its lot, to be sold again."
            : "Goes to the waste, and is not sold again."}
        </p>
      )}
    </fieldset>
  );
}
