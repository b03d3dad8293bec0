import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import {
  type ActualYield,
  type EarlierOrder,
  isAsked,
  isKnown,
  type LeftOut,
  type LotThere,
  type PackedOnHold,
  type PlannedCut,
  type PlannedCutOf,
  type PlannedPart,
  type PlannedPrimal,
  type UnusableLot,
} from "#app/domain/cutting/plan/plan.ts";
import {
  lb,
  leftOutText,
  orderedInWords,
  orderedOfWeek,
  usualInWords,
} from "#app/domain/cutting/plan/plan-words.ts";
import { perCentInWords } from "#app/domain/cutting/plan/primal-form.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { countOf, isOrAre } from "#app/lib/in-words.ts";

/** E.g. "54.1% in 3 cutting sheets". */
export function actualInWords({ inputLb, outputLb, sheets }: ActualYield): string {
  const pct = inputLb > 0 ? Math.round((outputLb * 1000) / inputLb) / 10 : 0;
  return `${pct}% in ${countOf(sheets, "cutting sheet")}`;
}

/** Returns a figure with its calculation: each non-zero part, with its label. */
function arithmetic(parts: [amount: number, word: string, sign?: "+" | "−"][], result: string) {
  const told = parts.filter(([amount], index) => index === 0 || amount > 0);
  const words = told.map(
    ([amount, word, sign = "+"], index) => `${index === 0 ? "" : ` ${sign} `}${lb(amount)} ${word}`,
  );
  return `${words.join("")}: ${result}`;
}

const divided = (
  amount: number,
  { yieldPct }: PlannedCutOf,
  result: number,
  { name, isSample }: PlannedPrimal,
) =>
  amount > 0
    ? `${lb(amount)} ÷ ${perCentInWords(yieldPct)} ${isSample ? "sample" : "usual"} yield = ${lb(result)} of ${name}`
    : "";

/** Names lots that don't count as stock: "60 lb on hold is not counted: lot C221-1". */
function NotCounted({ lb: all, lots }: { lb: number; lots: readonly UnusableLot[] }) {
  if (all === 0) return null;
  const isHeld = lots.some((lot) => lot.isHeld);
  const isPast = lots.some((lot) => !lot.isHeld);
  const why = [isHeld && "on hold", isPast && "past its date by then"].filter(Boolean).join(" or ");
  return (
    <p className="text-sm break-words text-ink-soft tabular-nums">
      {lb(all)} {why} {isOrAre(all / 100)} not counted:{" "}
      <LotLinks
        lots={lots}
        said={({ lb: left, pieces }) =>
          pieces !== null ? countOf(pieces, "piece") : lots.length > 1 ? lb(left) : ""
        }
      />
    </p>
  );
}

const notCountedOf = ({ stock, inLots }: PlannedCut) => {
  const { heldLb, unusable } = stock ?? inLots;
  return { lb: heldLb, lots: unusable };
};

/** Names such lots of a primal, with and without a product. */
function PrimalNotCounted({ primal: { whole, unusable } }: { primal: PlannedPrimal }) {
  const own = unusable.reduce((sum, lot) => sum + lot.lb, 0);
  const { lb: ofWhole, lots } = whole ? notCountedOf(whole) : { lb: 0, lots: [] };
  return <NotCounted lb={own + ofWhole} lots={[...unusable, ...lots]} />;
}

/** Links to the first lots, each with a text; further ones are only counted. */
function LotLinks<Lot extends { id: string; code: string }>({
  lots,
  said,
  word = "lot ",
}: {
  lots: readonly Lot[];
  said: (lot: Lot) => string;
  word?: string;
}) {
  const [shown, more] = [lots.slice(0, mostLots), lots.length - mostLots];
  return (
    <>
      {shown.map((lot, index) => (
        <Fragment key={lot.id}>
          {index > 0 && ", "}
          <TextLink to={`/admin/lots/${lot.id}`}>
            {word}
            {lot.code}
          </TextLink>
          {said(lot) && ` ${said(lot)}`}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

const mostLots = 6;

/** Warns of meat that is packed for the day but on hold. */
export function PackedOnHoldNotice({ packed }: { packed: readonly PackedOnHold[] }) {
  if (packed.length === 0) return null;
  return (
    <Notice className="mt-4" title="Packed for this day, but of lots on hold">
      It may not go out while its lot is on hold, and the plan does not count it as to be cut. Void
      it in its order to pack it anew: then the plan has it.
      <ul className="mt-1">
        {packed.map(({ id, code, product, lb: held, pieces }) => (
          <li key={`${id} ${product}`} className="break-words">
            {lb(held)}
            {pieces !== null && ` (${countOf(pieces, "piece")})`} of {product},{" "}
            <TextLink to={`/admin/lots/${id}`}>lot {code}</TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface LineProps {
  cut: PlannedCut;
  /** With a verb: "Make 23.69 lb". */
  figure: string;
  sums: string[];
  notes?: (string | null)[];
}

function Line({ cut, figure, sums, notes = [] }: LineProps) {
  const said = notes.filter((note) => note !== null);
  return (
    <li className="border-b border-rule py-2.5 break-inside-avoid">
      <div className="flex justify-between gap-4">
        <Link
          to={`/admin/stock/${cut.productId}`}
          className="min-w-0 font-semibold break-words underline decoration-rule-strong underline-offset-4 hover:text-oxblood"
        >
          {cut.name}
        </Link>
        <span className="font-semibold whitespace-nowrap tabular-nums">{figure}</span>
      </div>
      {sums
        .filter((sum) => sum !== "")
        .map((sum) => (
          <p key={sum} className="text-sm text-ink-soft tabular-nums">
            {sum}
          </p>
        ))}
      {cut.inLotsLb > 0 && <InLots cut={cut} />}
      <NotCounted {...notCountedOf(cut)} />
      {said.length > 0 && <p className="text-sm text-ink-soft">{said.join(" · ")}</p>}
    </li>
  );
}

/** E.g. "158.46 lb in lots: C221-1", for an untracked product. */
function InLots({ cut: { inLots, inLotsLb } }: { cut: PlannedCut }) {
  const isOne = inLots.lots.length === 1;
  return (
    <p className="text-sm break-words text-ink-soft tabular-nums">
      {lb(inLotsLb)} in {isOne ? "lot" : "lots"}{" "}
      <LotLinks lots={inLots.lots} word="" said={(lot) => (isOne ? "" : lb(lot.lb))} />
    </p>
  );
}

function Primal({
  primal: { name, isSample },
  figure,
  children,
}: {
  primal: PlannedPrimal;
  figure: string;
  children: ReactNode;
}) {
  return (
    <div className="mt-8">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-ink pb-2 font-display text-lg font-semibold">
        <span className="min-w-0 break-words">
          {name} {isSample && <Badge>Sample yields</Badge>}
        </span>
        <span className="tabular-nums">{figure}</span>
      </h3>
      {children}
    </div>
  );
}

/** Earlier orders that are not packed, which have first claim on the stock. */
export function EarlierOrders({ orders, today }: { orders: EarlierOrder[]; today: string }) {
  if (orders.length === 0) return null;
  const all = orders.reduce((sum, order) => sum + order.lb, 0);
  const [shown, more] = [orders.slice(0, mostEarlier), orders.length - mostEarlier];
  return (
    <section aria-labelledby="earlier" className="mt-6">
      <h3 id="earlier" className="font-display text-lg font-semibold">
        {countOf(orders.length, "earlier order")} not packed yet, {lb(all)}
      </h3>
      <ul className="mt-2 border-t border-rule">
        {shown.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-2"
          >
            <span className="min-w-0 break-words">
              <TextLink to={`/admin/packing/${order.id}`}>
                Order {orderNumber(order.number)}
              </TextLink>
              , {order.client}
              <span className="text-ink-soft">, {dayOfEarlier(order, today)}</span>{" "}
              {order.isHeld && <Badge>On hold</Badge>}
            </span>
            <span className="tabular-nums">{lb(order.lb)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-ink-soft">And {more} more.</p>}
    </section>
  );
}

const mostEarlier = 12;

function dayOfEarlier({ day }: EarlierOrder, today: string): string {
  if (day === null) return "without a day";
  if (day === today) return "for today";
  return day < today ? `was for ${shortDateInWords(day)}` : `for ${shortDateInWords(day)}`;
}

/** What to cut from a primal for a day. */
export function CuttingPrimal({ primal }: { primal: PlannedPrimal }) {
  const parts = primal.parts
    .map((part) => ({ ...part, cuts: part.cuts.filter(({ dayLb }) => dayLb > 0) }))
    .filter(({ cuts }) => cuts.length > 0);
  return (
    <Primal
      primal={primal}
      figure={primal.dayLb > 0 ? `Take ${lb(primal.dayLb)}` : "Nothing to take"}
    >
      <Short primal={primal} />
      <PrimalNotCounted primal={primal} />
      <ul>
        {primal.whole && primal.whole.dayLb > 0 && <DayLine cut={primal.whole} />}
        {parts.flatMap(({ cuts }) =>
          cuts.map((cut) => (
            <DayLine
              key={cut.productId}
              cut={cut}
              rest={divided(cut.toCutLb, cut, cut.dayPrimalLb, primal)}
              actual={cut.actual}
            />
          )),
        )}
      </ul>
      <Together parts={parts} of={({ dayPrimalLb }) => dayPrimalLb} result={primal.dayLb} />
    </Primal>
  );
}

/** Warns if more is needed than there is. */
function Short({ primal: { name, hereLb, shortLb } }: { primal: PlannedPrimal }) {
  if (shortLb === 0) return null;
  return (
    <p className="mt-2 text-[0.9375rem] font-semibold text-cancelled">
      {hereLb > 0
        ? `Only ${lb(hereLb)} of ${name} ${isOrAre(hereLb / 100)} here`
        : `No ${name} is here by the books`}
      : {lb(shortLb)} short.
    </p>
  );
}

export function CuttingOthers({ cuts }: { cuts: PlannedCut[] }) {
  if (cuts.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="border-b border-ink pb-2 font-display text-lg font-semibold">
        Cuts without a yield
      </h3>
      <ul>
        {cuts.map((cut) => (
          <DayLine key={cut.productId} cut={cut} />
        ))}
      </ul>
    </div>
  );
}

function DayLine({
  cut,
  rest = "",
  actual = null,
}: {
  cut: PlannedCut;
  rest?: string;
  actual?: ActualYield | null;
}) {
  const ordered = orderedInWords(cut);
  return (
    <Line
      cut={cut}
      figure={cut.toCutLb > 0 ? `Make ${lb(cut.toCutLb)}` : "Enough is there"}
      sums={[
        cut.toCutLb === 0
          ? `${ordered}, ${lb(cut.thereLb)} there`
          : cut.thereLb > 0
            ? `${ordered} − ${lb(cut.thereLb)} there = ${lb(cut.toCutLb)} to make`
            : `${ordered}, none there`,
        rest,
      ]}
      notes={[earlierNote(cut), actual && actualNote(actual)]}
    />
  );
}

const actualNote = (actual: ActualYield) => `Your yield so far: ${actualInWords(actual)}`;

function earlierNote({ stock, inLotsLb, earlierLb, servedLb }: PlannedCut) {
  const all = stock ? stock.onHandLb + stock.comesByDayLb : inLotsLb;
  const taken = Math.min(earlierLb - servedLb, all);
  return taken > 0 ? `Besides ${lb(taken)} for earlier orders` : null;
}

/** Names the part that determines the amount, if several are needed. */
function Together({
  parts,
  of,
  result,
}: {
  parts: PlannedPart[];
  of: (part: PlannedPart) => number;
  result: number;
}) {
  const taking = parts.filter((part) => of(part) > 0);
  if (taking.length < 2) return null;
  const named = taking.map((part) => `${part.name || (part.cuts[0]?.name ?? "")} ${lb(of(part))}`);
  return (
    <p className="mt-2 text-sm text-ink-soft">
      The same meat gives all of these, so the largest decides: {named.join(", ")}. {lb(result)}{" "}
      {isOrAre(result / 100)} needed.
    </p>
  );
}

const needOf = (cut: PlannedCut) =>
  arithmetic(
    [
      [cut.orderedLb, orderedOfWeek(cut)],
      [cut.standingLb, "in standing orders"],
      [cut.usualLb, "usual sales"],
      [cut.servedLb, "that earlier orders get before its date", "−"],
      [cut.stock?.onHandLb ?? 0, "on hand", "−"],
      [cut.inLotsLb, "in lots", "−"],
      [cut.stock?.comesLb ?? 0, "incoming", "−"],
    ],
    cut.needLb > 0 ? `${lb(cut.needLb)} needed` : "none needed",
  );

const needFigure = ({ needLb }: PlannedCut) =>
  needLb > 0 ? `Need ${lb(needLb)}` : "Enough is there";

const untrackedNote = (cut: PlannedCut) =>
  isKnown(cut) ? null : "Not tracked, so nothing is taken off for what is there";

/** The pounds to buy of a primal for the week, with each figure's calculation. */
export function BuyingPrimal({ primal }: { primal: PlannedPrimal }) {
  const { name, parts, whole, lots, trim, trimLb, needLb, thereLb, buyLb } = primal;
  const soldWholeLb = whole?.askedLb ?? 0;
  const asked = parts
    .map((part) => ({ ...part, cuts: part.cuts.filter(isAsked) }))
    .filter(({ cuts }) => cuts.length > 0);
  return (
    <Primal primal={primal} figure={buyLb > 0 ? `Buy ${lb(buyLb)}` : "Nothing to buy"}>
      <ul>
        {asked.flatMap(({ cuts }) =>
          cuts.map((cut) => (
            <Line
              key={cut.productId}
              cut={cut}
              figure={needFigure(cut)}
              sums={[
                needOf(cut),
                divided(cut.needLb, cut, cut.primalLb, primal),
                usualInWords(cut),
              ]}
              notes={[untrackedNote(cut), cut.actual && actualNote(cut.actual)]}
            />
          )),
        )}
      </ul>
      <Together parts={asked} of={({ primalLb }) => primalLb} result={needLb} />
      {trim.length > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          Trim from cutting the others:{" "}
          {trim.map((one) => `${one.name} ${lb(one.lb)} (${perCentInWords(one.pct)})`).join(", ")}.
        </p>
      )}
      {whole && (
        <p className="mt-2 text-sm text-ink-soft">
          As {whole.name}:{" "}
          {whole.stock
            ? `${lb(whole.stock.onHandLb)} on hand + ${lb(whole.stock.comesLb)} incoming`
            : `${lb(whole.inLotsLb)} in lots`}
          {whole.servedLb > 0 && ` + ${lb(whole.servedLb)} that earlier orders get before its date`}
          {" = "}
          {lb(whole.forWeekLb)}.{whole.stock === null && " No stock of it is kept."}
        </p>
      )}
      {whole && whole.inLotsLb > 0 && <InLots cut={whole} />}
      {lots.length > 0 && <LotsThere name={name} lots={lots} />}
      <PrimalNotCounted primal={primal} />
      <p className="mt-2 tabular-nums">
        {lb(needLb)} needed
        {soldWholeLb > 0 && ` for cuts + ${lb(soldWholeLb)} sold whole`}
        {trimLb > 0 && ` − ${lb(trimLb)} trim`}
        {thereLb > 0 && ` − ${lb(thereLb)} there`}:{" "}
        <strong>{buyLb > 0 ? `${lb(buyLb)} to buy` : "nothing to buy"}</strong>
      </p>
    </Primal>
  );
}

const sumOfLots = (lots: readonly LotThere[]) => lots.reduce((sum, lot) => sum + lot.lb, 0);

/** E.g. "There: 178.25 lb Hind: lot H-1", for lots that aren't products. */
function LotsThere({ name, lots }: { name: string; lots: LotThere[] }) {
  return (
    <p className="mt-2 text-sm break-words text-ink-soft">
      There: {lb(sumOfLots(lots))} of {name}: <LotLinks lots={lots} said={(lot) => lb(lot.lb)} />
    </p>
  );
}

/** Lots that match no primal's name, and so aren't subtracted. */
export function OtherLots({ lots }: { lots: LotThere[] }) {
  if (lots.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="border-b border-ink pb-2 font-display text-lg font-semibold">
        Lots of no primal
      </h3>
      <ul>
        {lots.map(({ id, code, meat, lb: left }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2.5"
          >
            <span className="min-w-0 break-words">
              <Link to={`/admin/lots/${id}`} className="link font-semibold">
                {code}
              </Link>{" "}
              {meat}
            </span>
            <span className="tabular-nums">{lb(left)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">
        They are not taken off what to buy. A lot counts for the primal whose name is part of its
        own: “Chuck roll” counts for Chuck.
      </p>
    </div>
  );
}

/** Products for which nothing is bought, with the reason. */
export function NothingToBuy({ products }: { products: LeftOut[] }) {
  if (products.length === 0) return null;
  const byReason = Map.groupBy(products, ({ reason }) => reason);
  return (
    <details className="mt-8 print:hidden">
      <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-4">
        Not counted here: {countOf(products.length, "product")}
      </summary>
      {[...byReason].map(([reason, some]) => (
        <p key={reason} className="mt-2 text-sm break-words">
          <strong>{leftOutText[reason]}:</strong> {some.map(({ name }) => name).join(", ")}
        </p>
      ))}
    </details>
  );
}

/** Products to buy whole, as they aren't in the primals' table. */
export function BuyingOther({ cuts }: { cuts: PlannedCut[] }) {
  const asked = cuts.filter(isAsked);
  if (asked.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="border-b border-ink pb-2 font-display text-lg font-semibold">
        Cuts without a yield
      </h3>
      <ul>
        {asked.map((cut) => (
          <Line
            key={cut.productId}
            cut={cut}
            figure={needFigure(cut)}
            sums={[needOf(cut), usualInWords(cut)]}
            notes={[untrackedNote(cut)]}
          />
        ))}
      </ul>
    </div>
  );
}
