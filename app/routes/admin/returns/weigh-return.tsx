import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextField } from "#app/components/form/field.tsx";
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
  heldBecomesText,
  outcomeOf,
  placeText,
  reasonAtDoor,
  returnSchema,
  wasWarmText,
} from "#app/features/returns/returned.ts";
import {
  returnableOrder,
  type WeighedReturn,
  weighReturn,
} from "#app/features/returns/returns.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb, lbLess, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { returnOutcomes, returnPlaces } from "#db/schema/values/door.ts";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/weigh-return.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Weigh a return");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const order = await returnableOrder(db, staffWith(context, "pack"), params.order);
  const asked = url.searchParams.get("item");
  return data({ order, asked, requestId: randomUUID() }, { status: order ? 200 : 404 });
}

interface ReturnAnswer extends FormAnswer {
  weighed?: WeighedReturn;
}

const failed = "The return could not be stored. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm<ReturnAnswer>(
    args,
    { failed, log: "weighing a return failed", facts: () => ({ orderId: args.params.order }) },
    async (fields, { db, shop }) => {
      const typed = accepted(checkForm(returnSchema, fields));
      const staff = staffWith(args.context, "pack");
      const weighed = await weighReturn(db, staff, args.params.order, typed, shop);
      return data<ReturnAnswer>({ weighed });
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ReturnAnswer>(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(returnSchema, fields).refused,
    looksAgain: () => true,
  });

type Order = NonNullable<Route.ComponentProps["loaderData"]["order"]>;

/** Weighs an order's returned goods, stocks or wastes them, and credits them, in one step. */
export default function WeighReturn({
  loaderData: { order, asked, requestId },
  actionData: answer,
}: Route.ComponentProps) {
  const isAllBack = order?.lines.every(({ lots }) =>
    lots.every(({ sentLb, backLb }) => lbLess(sentLb, backLb) <= 0),
  );
  if (order && isAllBack && order.lines.length > 0) {
    return (
      <>
        {answer?.weighed && <Weighed weighed={answer.weighed} nextId={requestId} />}
        <EmptyState
          titleAs="h1"
          title={`All of ${orderName(order.number).toLowerCase()} was weighed back`}
          way={{ to: "/admin/returns", label: "All returns" }}
        />
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
      {answer?.weighed && <Weighed weighed={answer.weighed} nextId={requestId} />}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <CreditFirst ids={order.openCredits} />
      <ReturnForm
        // After weighing, the form is reset with a new id.
        key={answer?.weighed ? requestId : "first"}
        order={order}
        asked={asked}
        requestId={requestId}
        answer={answer?.weighed ? undefined : answer}
      />
    </>
  );
}

/** Each weighing credits what it weighs; all that was refused may have one note instead. */
function CreditFirst({ ids }: { ids: string[] }) {
  const keepsMoney = useMay()("money");
  const [first] = ids;
  if (!first || ids.length < 2) return null;
  return (
    <Notice
      title={`${ids.length} refused lines of this order are not credited yet`}
      className="mt-6 max-w-2xl"
      action={
        keepsMoney && (
          <ButtonLink to={`/admin/credits/${first}`} variant="secondary">
            Credit all of them in one note
          </ButtonLink>
        )
      }
    >
      Weighing credits each line in a note of its own. {!keepsMoney && "The office can credit them"}
      {keepsMoney && "Credit them"} in one note first; then weighing credits nothing more.
    </Notice>
  );
}

interface WeighedProps {
  weighed: WeighedReturn;
  /** The id of the next weighing, which is new after each. */
  nextId: string;
}

function Weighed({ weighed, nextId }: WeighedProps) {
  const ifMailed = useIfMailed();
  const said = useResultFocus<HTMLDivElement>(nextId);
  const { outcome, productName, lb, lotCode } = weighed;
  const where =
    outcome === "waste" ? "to the waste" : lotCode ? `back to lot ${lotCode}` : "back to the stock";
  return (
    <div ref={said} tabIndex={-1} className="mt-6 max-w-2xl">
      <Notice tone="success" title={`${formatLb(Number(lb))} of ${productName}: ${where}`}>
        {creditInWords(weighed, ifMailed)}
      </Notice>
    </div>
  );
}

/** Lists what drivers recorded at the door, to choose between the lot and the waste. */
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
  /** The line that was chosen in the list; null for none. */
  asked: string | null;
  requestId: string;
  answer: ReturnAnswer | undefined;
}

function ReturnForm({
  order: { lines, isUndelivered },
  asked,
  requestId,
  answer,
}: ReturnFormProps) {
  // Stays the same when the page's data reloads, so that submitting twice stores one.
  const [ownId] = useState(requestId);
  // Lines reported by drivers first; if nothing is expected for the order, the user chooses.
  const awaited = lines.filter((one) => awaitedOf(one) > 0);
  const refused = awaited.find(({ itemId }) => itemId === asked) ?? awaited[0];
  const [item, setItem] = useState(answer?.values?.item ?? refused?.itemId ?? "");
  const [place, setPlace] = useState(answer?.values?.place ?? (refused ? "truck" : ""));
  const [temperature, setTemperature] = useState(answer?.values?.temperatureC ?? "");
  const [minutes, setMinutes] = useState(answer?.values?.minutesOut ?? "");
  const [chosenReason, setReason] = useState(answer?.values?.reason);
  const [becomes, setBecomes] = useState(
    returnOutcomes.find((one) => one === answer?.values?.becomes) ?? null,
  );
  const line = lines.find(({ itemId }) => itemId === item);
  const reported = reasonAtDoor(line?.reports ?? []);
  const reason = chosenReason ?? reported ?? (isUndelivered ? "not_delivered" : "quality");
  const [lot, setLot] = useState(answer?.values?.lot);
  // A lot that is back already has nothing left to weigh.
  const left = line?.lots.filter(({ sentLb, backLb }) => lbLess(sentLb, backLb) > 0) ?? [];
  const lots = left.length > 0 ? left : (line?.lots ?? []);
  const from = lots.find(({ lotId }) => (lotId ?? "") === lot) ?? lots[0];
  const isHeld = from?.isHeld ?? false;
  const field = (name: string) => answeredField(answer, name);
  /** For a field whose value is kept here. */
  const controlled = (name: string) => {
    const { defaultValue: _, ...rest } = field(name);
    return rest;
  };
  const wasWarm = line?.wasWarm ?? false;
  const facts = {
    wasWarm,
    place: place === "truck" ? "truck" : "client",
    temperatureC: /^-?\d+([.,]\d)?$/.test(temperature.trim())
      ? temperature.replace(",", ".")
      : null,
    minutesOut: /^\d+$/.test(minutes.trim()) ? Number(minutes) : null,
  } as const;
  const [typedLb, setTypedLb] = useState(answer?.values?.lb ?? "");
  const isWeight = /^\d{1,5}([.,]\d{1,2})?$/.test(typedLb.trim());
  // Until it is weighed, what is still awaited counts.
  const expected = isWeight
    ? toHundredthsLb(typedLb.trim().replace(",", "."))
    : line
      ? awaitedOf(line)
      : 0;
  const isCredited = line !== undefined && toHundredthsLb(line.creditedLb) >= Math.max(1, expected);
  const outcome = chosenOutcome(facts, { becomes, reason, isHeld });
  return (
    <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
      <input type="hidden" name="requestId" value={ownId} />
      <SelectField
        label="What came back"
        {...controlled("item")}
        value={item}
        onChange={(event) => setItem(event.currentTarget.value)}
        hint={
          line && Number(line.refusedLb) > 0
            ? isUndelivered
              ? `Nobody took the order, so all ${formatLb(Number(line.refusedLb))} of it are back.`
              : `${formatLb(Number(line.refusedLb))} of it were reported as refused.`
            : undefined
        }
        options={lines.map(({ itemId, productName }) => [itemId, productName])}
      >
        {item === "" && <option value="">Please choose</option>}
      </SelectField>
      {line && <DoorReports reports={line.reports} />}
      <SelectField
        key={item}
        label="Lot"
        {...field("lot")}
        onChange={(event) => setLot(event.currentTarget.value)}
      >
        {lots.map(({ lotId, code, sentLb, backLb, isHeld: onHold }) => (
          <option key={lotId ?? ""} value={lotId ?? ""}>
            {lotId === null ? "Packed without a lot" : code}, {formatLb(Number(sentLb))} sent
            {Number(backLb) > 0 && `, ${formatLb(Number(backLb))} back`}
            {onHold && ", on hold"}
          </option>
        ))}
      </SelectField>
      {isHeld && !wasWarm && (
        <Notice tone="error" title={`Lot ${from?.code} is on hold`}>
          It is not sold, whatever you choose here. Throw it away, or keep it in its lot until the
          hold is decided.
        </Notice>
      )}
      {wasWarm && (
        <Notice tone="error" title="Too warm at the door">
          {wasWarmText}.
        </Notice>
      )}
      <DecimalField
        label="Pounds, weighed"
        required
        maxLength={8}
        {...controlled("lb")}
        value={typedLb}
        onChange={(event) => setTypedLb(event.currentTarget.value)}
      />
      <fieldset className={isUndelivered ? "hidden" : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">Where was it?</legend>
        <div className="grid gap-2">
          {returnPlaces.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="place"
                value={one}
                checked={place === one}
                onChange={() => setPlace(one)}
                className="size-5 shrink-0 accent-oxblood"
              />
              {placeText[one]}
            </label>
          ))}
        </div>
        {field("place").error && (
          <p className="mt-1 font-semibold text-oxblood">{field("place").error}</p>
        )}
      </fieldset>
      <TextField
        label="Temperature of the meat in °C"
        optional
        inputMode="text"
        maxLength={5}
        autoComplete="off"
        hint={`${warmestC} °C or less, or it is not sold again.`}
        {...controlled("temperatureC")}
        value={temperature}
        onChange={(event) => setTemperature(event.currentTarget.value)}
      />
      <CountField
        label="Minutes out of the cold"
        optional
        maxLength={5}
        hint="As the driver says. Not known: it is not sold again."
        {...controlled("minutesOut")}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
      <SelectField
        label={isUndelivered ? "Reason on the credit" : "What was wrong"}
        {...controlled("reason")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        options={creditReasons
          .filter((one) => one !== "price" && (one !== "held" || [reason, reported].includes(one)))
          .filter((one) => one !== "not_delivered" || isUndelivered)
          .map((reason) => [reason, reasonText[reason]])}
      />
      <TextField label="Note" optional maxLength={500} autoComplete="off" {...field("note")} />
      {outcomeOf(facts) === "stock" && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">What becomes of it?</legend>
          {returnOutcomes.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="becomes"
                value={one}
                checked={outcome === one}
                onChange={() => setBecomes(one)}
                className="size-5 shrink-0 accent-oxblood"
              />
              {(isHeld ? heldBecomesText : becomesText)[one]}
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="font-semibold">
        {outcome === "stock"
          ? isHeld
            ? "Stays in its lot, on hold: nobody sells it unless the hold ends."
            : "Goes back to its lot, to be sold again."
          : "Goes to the waste, and is not sold again."}
      </p>
      {isCredited && <p>It is credited already, so nothing more is credited.</p>}
      <SubmitButton>
        {outcome === "stock" ? (isHeld ? "Keep it on hold" : "Put it back") : "Throw it away"}
        {!isCredited && " and credit it"}
      </SubmitButton>
    </AnsweredForm>
  );
}
