import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { buttonClass, SecondaryButton } from "#app/components/button.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { cuttingPath } from "#app/domain/cutting/cutting.ts";
import { cuttingPlan, daysToCutFor, firstDayToCut } from "#app/domain/cutting/plan/plan.server.ts";
import {
  allToBuy,
  type DayToCut,
  daysToBuy,
  type EarlierOrder,
  isAsked,
  isKnown,
  isPrimalKnown,
  type LeftOut,
  type PlannedPrimal,
  planDays,
  planPath,
  usualWeeks,
} from "#app/domain/cutting/plan/plan.ts";
import {
  dayInWords,
  firstDayOf,
  lb,
  nothingInWords,
  usualWeeksInWords,
} from "#app/domain/cutting/plan/plan-words.ts";
import { yieldsPath } from "#app/domain/cutting/plan/primal-form.ts";
import { standingDemand } from "#app/features/standing-orders/standing-demand.server.ts";
import { nextServedDay } from "#app/features/today/today.ts";
import { isOwner, staffWith } from "#app/guards/guards.server.ts";
import { dateInWords, pacificDay, shortDateInWords } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/plan.ts";
import {
  BuyingOther,
  BuyingPrimal,
  CuttingOthers,
  CuttingPrimal,
  EarlierOrders,
  NothingToBuy,
  OtherLots,
  PackedOnHoldNotice,
} from "./plan-parts.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "What to cut");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, deliveryRules } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const now = new Date();
  const today = pacificDay(now);
  const asked = url.searchParams.get("day");
  const firstDay = async () =>
    (await firstDayToCut(db, staff, today)) ??
    nextServedDay(await deliveryRules.get(), now)?.date ??
    null;
  const first = asked ? null : await orNull(firstDay(), log, "find the first day to cut for");
  const days = planDays(asked, today, first ?? undefined);
  const load = async () => cuttingPlan(db, staff, days, await standingDemand(db, staff, days));
  const [whole, busy] = await Promise.all([
    orNull(load(), log, "plan what to cut"),
    orNull(daysToCutFor(db, staff, today), log, "list days to cut for"),
  ]);
  return data({ ...days, today, whole, busy, isOwner: isOwner(staff) }, statusOf(whole));
}

const addressOf = (day: string) => `${planPath}?${new URLSearchParams({ day })}`;

export default function Plan({ loaderData }: Route.ComponentProps) {
  const { day, until, today, whole, busy, isOwner } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <span className="print:hidden">
            <BackLink to={cuttingPath} where="to the cuttings" />
          </span>
        }
        title={`What to cut for ${dateInWords(day)}`}
        actions={
          <span className="flex flex-wrap gap-3 print:hidden">
            <SecondaryButton onClick={() => window.print()}>Print</SecondaryButton>
            <DownloadLink
              href={`/admin/exports/cutting-plan.csv?${new URLSearchParams({ day })}`}
              className={buttonClass({ variant: "secondary" })}
            >
              Export to CSV
            </DownloadLink>
          </span>
        }
      />
      <nav aria-label="Delivery days" className="mt-2 flex flex-wrap gap-x-6 print:hidden">
        {busy?.map((one) => (
          <Link
            key={one.day}
            to={addressOf(one.day)}
            aria-current={one.day === day ? "page" : undefined}
            className="link inline-flex min-h-11 items-center text-[0.9375rem] aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {shortDateInWords(one.day)}: {dayInWords(one)}
          </Link>
        ))}
      </nav>
      <form method="get" className="mt-3 flex flex-wrap items-end gap-4 print:hidden">
        <label className="grid gap-1 text-sm font-semibold">
          Day
          <input
            key={day}
            type="date"
            name="day"
            required
            min={today}
            defaultValue={day}
            className="min-h-11 border border-rule-strong bg-paper-light px-3 py-2 text-base font-normal"
          />
        </label>
        <button type="submit" className={buttonClass({ variant: "secondary" })}>
          Show
        </button>
      </form>
      {!whole ? (
        <LoadFailure message="The plan could not be worked out. Please try again." />
      ) : whole.isEmpty ? (
        <EmptyState title="Nothing to cut or to buy" underHead>
          <p>
            There are no orders to pack and no standing orders until {dateInWords(until)}, and no
            sales of the last {usualWeeks} weeks.
          </p>
        </EmptyState>
      ) : (
        <>
          {whole.primals.length === 0 && (
            <Notice className="mt-6 max-w-3xl" title="No yields yet">
              Without yields the plan shows the pounds of each cut, but not what to cut it from or
              what to buy.{" "}
              <TextLink to={yieldsPath}>
                {isOwner ? "Enter usual yields" : "See usual yields"}
              </TextLink>
            </Notice>
          )}
          {whole.primals.some(({ isSample }) => isSample) && (
            <Notice className="mt-6 max-w-3xl" title="Some yields are samples">
              They are rounded figures, not your own, and each is marked. Do not buy by them.{" "}
              <TextLink to={yieldsPath}>{isOwner ? "Enter your own" : "See usual yields"}</TextLink>
            </Notice>
          )}
          <ToCut
            plan={whole.plan}
            day={day}
            today={today}
            ofDay={whole.ofDay}
            earlier={whole.earlier}
          >
            <PackedOnHoldNotice packed={whole.packedOnHold} />
            <EarlierOrders orders={whole.earlier} today={today} />
          </ToCut>
          <ToBuy plan={whole.plan} leftOut={whole.leftOut} day={day} until={until} today={today} />
          <p className="mt-10 print:hidden">
            <Link to={yieldsPath} className="link inline-flex min-h-11 items-center">
              Cuts and usual yields
            </Link>
          </p>
        </>
      )}
    </>
  );
}

type Plan = NonNullable<Route.ComponentProps["loaderData"]["whole"]>["plan"];

function ToCut({
  plan: { primals, others },
  day,
  today,
  ofDay,
  earlier,
  children,
}: {
  plan: Plan;
  day: string;
  today: string;
  ofDay: DayToCut | null;
  earlier: EarlierOrder[];
  children: ReactNode;
}) {
  const wanted = primals.filter(
    ({ parts, whole }) =>
      (whole?.dayLb ?? 0) > 0 || parts.some(({ cuts }) => cuts.some(({ dayLb }) => dayLb > 0)),
  );
  const other = others.filter(({ dayLb }) => dayLb > 0);
  const theirDay = firstDayOf(earlier, today);
  return (
    <section aria-labelledby="to-cut" className="mt-10 max-w-3xl">
      <h2 id="to-cut" className="text-title">
        To cut for {dateInWords(day)}
      </h2>
      {ofDay && (
        <p className="mt-1 font-semibold tabular-nums">{dayInWords(ofDay)} not packed yet</p>
      )}
      <p className="mt-1 text-ink-soft">
        “Make” is how much of a cut is missing: what is ordered for the day and not packed yet, less
        what is there after earlier orders. Divided by its yield, it gives “Take”: how much of the
        primal to cut. Where no stock is kept of a cut, what is left of its lots counts as there.
      </p>
      {children}
      {wanted.length + other.length === 0 && (
        <p className="mt-4">
          {nothingInWords(earlier.length)}{" "}
          {theirDay && (
            <TextLink to={addressOf(theirDay)}>
              See what to cut for {theirDay === today ? "today" : dateInWords(theirDay)}
            </TextLink>
          )}
        </p>
      )}
      {wanted.map((primal) => (
        <CuttingPrimal key={primal.id} primal={primal} />
      ))}
      <CuttingOthers cuts={other} />
    </section>
  );
}

function ToBuy({
  plan: { primals, others, otherLots },
  leftOut,
  day,
  until,
  today,
}: {
  plan: Plan;
  leftOut: LeftOut[];
  day: string;
  until: string;
  today: string;
}) {
  const isWanted = ({ needLb, whole, trim, parts }: PlannedPrimal) =>
    needLb > 0 ||
    trim.length > 0 ||
    (whole && isAsked(whole)) ||
    parts.some(({ cuts }) => cuts.some(isAsked));
  const wanted = primals.filter(isWanted);
  const asIs = others.filter(isAsked);
  return (
    <section aria-labelledby="to-buy" className="mt-14 max-w-3xl">
      <h2 id="to-buy" className="text-title">
        To buy until {dateInWords(until)}
      </h2>
      <p className="mt-1 text-ink-soft">
        For the {daysToBuy} days from {shortDateInWords(day)}. “Need” is what is ordered and not
        packed yet, with standing orders that are not placed yet and usual sales (an average of the{" "}
        {usualWeeks} weeks {usualWeeksInWords(today)}, less what is ordered, standing or packed
        already for these {daysToBuy} days), less what is there or on its way. Divided by the yield,
        it gives the pounds of the primal; “Buy” is what is missing of them.
      </p>
      {wanted.length + asIs.length > 0 && (
        <div className="mt-5">
          <Table
            label="To buy"
            columns={[
              "Primal or cut",
              { head: "Needed", numeric: true },
              { head: "There", numeric: true, className: "hidden sm:table-cell" },
              { head: "Buy", numeric: true },
            ]}
            foot={
              <tr>
                <Th scope="row">Total</Th>
                <Td />
                <Td className="hidden sm:table-cell" />
                <Td numeric className="font-semibold">
                  {lb(allToBuy({ primals: wanted, others: asIs }))}
                </Td>
              </tr>
            }
          >
            {wanted.map(({ id, name, needLb, buyLb, thereLb, trimLb, ...primal }) => (
              <tr key={id}>
                <Th scope="row" className="wrap-anywhere">
                  {name}
                  {trimLb > 0 && (
                    <span className="block text-sm font-normal text-ink-soft">
                      Less {lb(trimLb)} trim from cutting the others
                    </span>
                  )}
                </Th>
                <Td numeric>{lb(needLb + (primal.whole?.askedLb ?? 0))}</Td>
                <Td numeric className="hidden sm:table-cell">
                  {isPrimalKnown(primal) ? lb(thereLb) : "Not tracked"}
                </Td>
                <Td numeric className="font-semibold">
                  {lb(buyLb)}
                </Td>
              </tr>
            ))}
            {asIs.map((cut) => (
              <tr key={cut.productId}>
                <Th scope="row" className="wrap-anywhere">
                  {cut.name}
                  <span className="block text-sm font-normal text-ink-soft">
                    Usual yield unknown: bought as it is
                  </span>
                </Th>
                <Td numeric>{lb(cut.askedLb)}</Td>
                <Td numeric className="hidden sm:table-cell">
                  {isKnown(cut) ? lb(cut.forWeekLb) : "Not tracked"}
                </Td>
                <Td numeric className="font-semibold">
                  {lb(cut.needLb)}
                </Td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {wanted.map((primal) => (
        <BuyingPrimal key={primal.id} primal={primal} />
      ))}
      <BuyingOther cuts={others} />
      <NothingToBuy products={leftOut} />
      <OtherLots lots={otherLots} />
    </section>
  );
}
