import { randomUUID } from "node:crypto";
import { useEffect, useState } from "react";
import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  addIncoming,
  countStock,
  endIncoming,
  setTracking,
  wasteStock,
} from "#app/domain/stock/keep-stock.server.ts";
import { stockInWords, stockIsOrAre, trackingText } from "#app/domain/stock/stock.ts";
import {
  countedIn,
  countReason,
  incomingSchema,
  stockFailed,
  takeBackSchema,
  trackingSchema,
  wasteSchema,
} from "#app/domain/stock/stock-form.ts";
import { getStock, type ProductStockView } from "#app/domain/stock/stock-lists.server.ts";
import { takeBackEntry } from "#app/domain/stock/take-back.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { dateInWords, pacificDay } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { pageWanted } from "#app/routes/list-pages.tsx";
import { NoRecord } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/product-stock.ts";
import { CountForm } from "./count-form.tsx";
import { IncomingPart } from "./incoming-part.tsx";
import { Movements, movementPages } from "./movements.tsx";
import { type StockAnswer, type StockIntent, stockIntents } from "./stock-answer.ts";
import { StockState } from "./stock-state.tsx";
import { TrackingForm } from "./tracking-form.tsx";
import { WasteForm } from "./waste-form.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.stock ? `Stock of ${args.loaderData.stock.name}` : "Stock");

const said: Record<StockIntent, string> = {
  tracking: "Tracking saved",
  count: "Count saved",
  waste: "Waste entered",
  incoming: "Delivery to us noted",
  arrived: "Put into the stock",
  remove: "No longer expected",
  "take-back": "Entry taken back",
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const id = params.id.toLowerCase();
  const {
    value: stock,
    isMissing,
    status,
  } = await lookUp(
    getStock(db, staff, id, pageWanted(url, movementPages)),
    log,
    "load the stock of a product",
  );
  const done = stockIntents.find((intent) => url.searchParams.get("done") === intent) ?? null;
  const same = url.searchParams.has("same");
  const facts = { isMissing, done, same, today: pacificDay(new Date()), requestId: randomUUID() };
  if (!stock) return data({ stock, ...facts }, { status });
  return data({ stock, ...facts });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<StockAnswer>(
    args,
    {
      failed: stockFailed,
      log: "changing the stock failed",
      besides: ({ intent }) => ({ intent: stockIntents.find((one) => one === intent) }),
    },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "pack");
      const id = args.params.id.toLowerCase();
      const today = pacificDay(new Date());
      const done = (intent: StockIntent, more = "") =>
        redirect(`/admin/stock/${id}?done=${intent}${more}`);
      switch (stockIntents.find((one) => one === fields.intent)) {
        case "count": {
          const sent = accepted(checkForm(countReason, fields));
          const differing = await countStock(db, staff, id, { ...sent, rows: countedIn(fields) });
          return done("count", differing.length === 0 ? "&same" : "");
        }
        case "waste":
          await wasteStock(db, staff, id, accepted(checkForm(wasteSchema, fields)));
          return done("waste");
        case "incoming":
          await addIncoming(db, staff, id, accepted(checkForm(incomingSchema, fields)), today);
          return done("incoming");
        case "take-back": {
          const { entry, takeBackReason } = accepted(checkForm(takeBackSchema, fields));
          await takeBackEntry(db, staff, { id: entry, reason: takeBackReason });
          return done("take-back");
        }
        case "arrived":
          await endIncoming(db, staff, id, { id: fields.incoming ?? "", isThere: true });
          return done("arrived");
        case "remove":
          await endIncoming(db, staff, id, { id: fields.incoming ?? "", isThere: false });
          return done("remove");
        default:
          await setTracking(db, staff, id, accepted(checkForm(trackingSchema, fields)));
          return done("tracking");
      }
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<StockAnswer>(sent, {
    failed: (values) => ({
      message: stockFailed,
      values,
      intent: stockIntents.find((one) => one === values.intent),
    }),
  });

/** A product's stock: on hand, promised and expected, with the forms to keep it. */
export default function ProductStock({ loaderData, actionData }: Route.ComponentProps) {
  const { stock, isMissing, done, same, today, requestId } = loaderData;
  const saved = useSaved(done);
  if (!stock) {
    return (
      <NoRecord
        isMissing={isMissing}
        record="stock"
        way={{ label: "See all stock", to: "/admin/stock" }}
        safe="What was entered"
        missing="Product not found"
      />
    );
  }
  const isCounted = stock.available !== null;
  const answerOf = (...intents: StockIntent[]) =>
    actionData && intents.some((intent) => intent === actionData.intent) ? actionData : undefined;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/stock" where="to the stock" />}
        title={<span className="break-words">{stock.name}</span>}
      />
      {done && (
        <FlashMessage
          title={done === "count" && same ? "Count saved: the numbers were right" : said[done]}
          parameters={["done", "same"]}
          className="mt-6"
        />
      )}
      <p className="mt-4 flex flex-wrap items-center gap-3 text-lg">
        {trackingText[stock.tracking]}
        <StockState row={stock} />
      </p>
      {stock.tracking === "none" && (
        <p className="mt-2 max-w-2xl text-ink-soft">
          Counts and waste are entered once it is counted in pounds or pieces. To switch, choose “
          {trackingText.lb}”{stock.soldBy === "piece" && ` or “${trackingText.pieces}”`} under{" "}
          <a href="#tracking" className="link">
            How it is tracked
          </a>{" "}
          and save.
        </p>
      )}
      {isCounted && <Sums stock={stock} />}
      <div className="grid-page mt-10 gap-y-12">
        {isCounted && (
          <div className="col-span-12 space-y-12 xl:col-span-7">
            <CountForm
              key={`count ${saved.count}`}
              stock={stock}
              requestId={requestId}
              today={today}
              answer={answerOf("count")}
            />
            <Days stock={stock} today={today} />
            <IncomingPart
              key={`incoming ${saved.incoming}`}
              stock={stock}
              requestId={requestId}
              today={today}
              answer={answerOf("incoming", "arrived", "remove")}
            />
          </div>
        )}
        <div className="col-span-12 space-y-12 xl:col-span-5">
          <TrackingForm stock={stock} today={today} answer={answerOf("tracking")} />
          {isCounted && (
            <WasteForm
              key={`waste ${saved.waste}`}
              stock={stock}
              requestId={requestId}
              answer={answerOf("waste")}
            />
          )}
        </div>
        {stock.movements.rows.length > 0 && (
          <Movements
            movements={stock.movements}
            unit={stock.unit}
            answer={answerOf("take-back")}
            className="col-span-12"
          />
        )}
      </div>
    </>
  );
}

/** Counts how often each form was saved, to reset it only then. */
function useSaved(done: StockIntent | null): Partial<Record<StockIntent, number>> {
  const [saved, setSaved] = useState<Partial<Record<StockIntent, number>>>({});
  useEffect(() => {
    if (done) setSaved((before) => ({ ...before, [done]: (before[done] ?? 0) + 1 }));
  }, [done]);
  return saved;
}

function Sums({ stock }: { stock: ProductStockView }) {
  const { unit, onHand, held, reserved, incoming, available, countedAt, waiting } = stock;
  const words = (amount: number) => stockInWords(amount, unit);
  return (
    <>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-y border-ink py-4 md:grid-cols-4">
        <Sum label="On hand" value={words(onHand)} />
        <Sum label="Ordered, not packed" value={words(reserved)} />
        <Sum label="Incoming" value={words(incoming)} />
        <Sum label="Available today" value={words(available ?? 0)} />
      </dl>
      {held > 0 && (
        <p className="mt-3 font-semibold text-cancelled">
          {words(held)} of it {stockIsOrAre(held, unit)} of lots on hold, and promised to nobody.
        </p>
      )}
      <p className="mt-3 text-ink-soft">
        {countedAt ? (
          <>
            Last counted: <Moment at={countedAt} time />
          </>
        ) : (
          "Not counted yet: enter what there is."
        )}
        {waiting > 0 && countedAt && <br />}
        {waiting > 0 &&
          ` ${waiting === 1 ? "1 person wants" : `${waiting} people want`} to be told when it is back.`}
      </p>
    </>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** What is left day by day, on days with orders or deliveries to us. */
function Days({ stock: { days, unit }, today }: { stock: ProductStockView; today: string }) {
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="text-title">
        Day by day
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        What is left on a day once its orders have theirs. What can be promised is no more than the
        least of these.
      </p>
      <ul className="border-t border-ink">
        {days.map(({ day, incoming, reserved, left }) => (
          <li
            key={day}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5 tabular-nums"
          >
            <span className="font-semibold">{day === today ? "Today" : dateInWords(day)}</span>
            <span className="text-ink-soft">
              {[
                incoming > 0 && `${stockInWords(incoming, unit)} incoming`,
                reserved > 0 && `${stockInWords(reserved, unit)} ordered`,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            <span className={left < 0 ? "font-semibold text-cancelled" : undefined}>
              {left < 0 ? `${stockInWords(-left, unit)} short` : `${stockInWords(left, unit)} left`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
