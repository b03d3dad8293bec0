import { ChevronRight } from "lucide";
import { data, Link, redirect } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import {
  type CutToPack,
  type OrderToPack,
  startDay,
  withoutDay,
} from "#app/domain/packages/packing.ts";
import { type FinishedOrder, finishedToday } from "#app/features/packing/find-orders.server.ts";
import {
  cutsToPack,
  ordersToPack,
  packingDays,
  packingZones,
} from "#app/features/packing/packing-day.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { pacificDay, shortDateInWords } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/packing-day.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Packing");

type View = "orders" | "cuts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const view: View = url.searchParams.get("view") === "cuts" ? "cuts" : "orders";
  const days = await orNull(packingDays(db, staff), log, "list the days to pack");
  const now = new Date();
  const today = pacificDay(now);
  const finished = await orNull(finishedToday(db, staff, now), log, "list what was finished today");
  const wanted = url.searchParams.get("day");
  const day = (days?.find((one) => one.day === wanted) ?? startDay(days ?? [], today))?.day ?? null;
  if (!days || !day) {
    const none = {
      view,
      today,
      days,
      day,
      zone: undefined,
      zones: [],
      orders: [],
      cuts: [],
      finished,
    };
    return data(none, statusOf(days));
  }
  // Ignores a zone of another day, from an old page or link.
  const zone = (day === wanted && url.searchParams.get("zone")) || undefined;
  const [zones, orders, cuts] = await Promise.all([
    orNull(packingZones(db, staff, day), log, "list the zones to pack"),
    view === "orders" ? orNull(ordersToPack(db, staff, day, zone), log, "list orders to pack") : [],
    view === "cuts" ? orNull(cutsToPack(db, staff, day, zone), log, "list cuts to pack") : [],
  ]);
  // Coming from a finished order: the first order that nobody is packing, else the list.
  const next = orders?.find(({ packers }) => packers.length === 0);
  if (next && day === wanted && url.searchParams.has("next")) {
    throw redirect(`/admin/packing/${next.id}`);
  }
  const found = { zones: zones ?? [], orders, cuts };
  return data({ view, today, days, day, zone, finished, ...found }, statusOf(orders, cuts));
}

const panelId = "packing";

/** What is to be packed: a day's orders, or the same by cut. */
export default function PackingDay({ loaderData }: Route.ComponentProps) {
  const { view, today, days, day, zone, zones, orders, cuts, finished } = loaderData;
  const past = days?.filter((one) => one.day < today && day !== null && one.day < day) ?? [];
  const pastOrders = past.reduce((sum, one) => sum + one.orders, 0);
  return (
    <>
      <PageHeader size="compact" title="Packing" />
      {!days || !orders || !cuts ? (
        <LoadFailure message="The orders to pack could not be loaded. Please try again." />
      ) : !day ? (
        <EmptyState title="Nothing to pack">
          <p>Orders appear here as soon as clients place them.</p>
        </EmptyState>
      ) : (
        <>
          <LinkTabs
            label="Day"
            tabs={days.map((one) => ({
              id: one.day,
              label: `${dayLabel(one.day)}${one.day < today ? ", late" : ""} (${one.orders})`,
              to: addressOf(one.day, view),
            }))}
            value={day}
            panelId={panelId}
            className="mt-6"
          />
          {past[0] && (
            <Notice
              className="mt-4"
              title={
                pastOrders === 1
                  ? "One order of an earlier day is still open"
                  : `${pastOrders} orders of earlier days are still open`
              }
            >
              <TextLink to={addressOf(past[0].day, view)}>See {dayLabel(past[0].day)}</TextLink>
            </Notice>
          )}
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, day)}>
            <p className="mt-4 flex flex-wrap gap-3">
              <ButtonLink
                to={addressOf(day, view === "orders" ? "cuts" : "orders", zone)}
                variant="secondary"
              >
                {view === "orders" ? "By cut" : "By order"}
              </ButtonLink>
              <a
                href={`/admin/packing/${day}/papers/pick-list.pdf`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ variant: "secondary" })}
              >
                {zone ? "Print pick list of all zones" : "Print pick list"}
              </a>
            </p>
            <Zones zones={zones} zone={zone} toZone={(id) => addressOf(day, view, id)} />
            {day > today && !days.some((one) => one.day === today) && (
              <p className="mt-4 text-ink-soft">
                Nothing is left to pack for today. These are the orders{" "}
                {day === withoutDay ? "without a day" : `of ${dayLabel(day)}`}.
              </p>
            )}
            {zone && orders.length === 0 && cuts.length === 0 && (
              <p className="mt-5">Nothing is left to pack for this zone.</p>
            )}
            {view === "orders" ? <Orders orders={orders} /> : <Cuts day={day} cuts={cuts} />}
          </div>
        </>
      )}
      <FinishedOrders orders={finished} />
    </>
  );
}

interface ZonesProps {
  zones: { id: string; name: string; orders: number }[];
  /** Undefined for all zones. */
  zone: string | undefined;
  toZone: (id?: string) => string;
}

/** Narrows the day to one zone; renders nothing if all its orders go to one. */
function Zones({ zones, zone, toZone }: ZonesProps) {
  if (zones.length < 2 && !zone) return null;
  const choices = [
    { id: undefined, label: "All zones" },
    ...zones.map(({ id, name, orders }) => ({ id, label: `${name} (${orders})` })),
  ];
  return (
    <nav aria-label="Zones" className="mt-3 flex flex-wrap gap-x-6">
      {choices.map(({ id, label }) => (
        <Link
          key={label}
          to={toZone(id)}
          aria-current={id === zone ? "page" : undefined}
          className="link inline-flex min-h-11 items-center aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Today's finished orders, to reprint their papers or correct them before they leave. */
function FinishedOrders({ orders }: { orders: FinishedOrder[] | null }) {
  if (!orders) {
    return (
      <p className="mt-10 text-ink-soft">What was finished today could not be loaded just now.</p>
    );
  }
  if (orders.length === 0) return null;
  return (
    <details className="group mt-10 border-y border-ink">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-x-5 py-2 hover:bg-paper-deep/50 [&::-webkit-details-marker]:hidden">
        <Icon of={ChevronRight} className="size-5 group-open:rotate-90" />
        <h2 className="font-sans text-base font-semibold">Finished today</h2>
        <span className="ml-auto text-ink-soft tabular-nums">
          {orders.length === 1 ? "1 order" : `${orders.length} orders`}
        </span>
      </summary>
      <ul aria-label="Orders finished today" className="mb-3 ml-10">
        {orders.map((order) => (
          <li key={order.id} className="border-t border-rule">
            <Link
              to={`/admin/packing/${order.id}`}
              className="flex min-h-11 flex-wrap items-center gap-x-5 py-1.5 hover:text-oxblood"
            >
              <span className="font-semibold break-words">
                {order.companyName || order.contactName || "Unknown Client"}
              </span>
              <span className="text-sm text-ink-soft tabular-nums">
                {orderName(order.number)}, {order.document}
              </span>
              <span className="ml-auto tabular-nums">
                {formatLb(Number(order.packedLb))}
                {order.isDelivered && ", delivered"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function dayLabel(day: string): string {
  return day === withoutDay ? "Without a day" : shortDateInWords(day);
}

function addressOf(day: string, view: View, zone?: string): string {
  const query = new URLSearchParams({ day });
  if (zone) query.set("zone", zone);
  if (view === "cuts") query.set("view", view);
  return `/admin/packing?${query}`;
}

function Orders({ orders }: { orders: OrderToPack[] }) {
  const runs = [...Map.groupBy(orders, ({ zoneId }) => zoneId)];
  const hasRuns = runs.some(([zoneId]) => zoneId !== null);
  return runs.map(([zoneId, ofRun]) => (
    <section key={zoneId} className="mt-5">
      {hasRuns && (
        <h2 className="mb-3 text-title">
          {ofRun[0]?.zoneName ?? "Without a day"}{" "}
          <span className="font-sans text-base font-normal text-ink-soft">
            {ofRun.length === 1 ? "1 order" : `${ofRun.length} orders`}
          </span>
        </h2>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {ofRun.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} isUnderRun={hasRuns} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function OrderCard({ order, isUnderRun }: { order: OrderToPack; isUnderRun: boolean }) {
  const Heading = isUnderRun ? "h3" : "h2";
  const { id, companyName, contactName, lines, linesDone, packers, isHeld } = order;
  const isReady = lines > 0 && linesDone === lines;
  return (
    <article className="relative border border-rule-strong bg-paper-light p-4 hover:border-ink">
      <div className="flex items-start justify-between gap-3">
        <Heading className="min-w-0 text-title break-words">
          <Link to={`/admin/packing/${id}`} className="after:absolute after:inset-0">
            {companyName || contactName || "Unknown Client"}
          </Link>
        </Heading>
        {isHeld ? (
          <Badge tone="pending">New client</Badge>
        ) : isReady ? (
          <Badge tone="delivered">Ready to finish</Badge>
        ) : linesDone > 0 || Number(order.packedLb) > 0 ? (
          <Badge tone="fulfilled">Begun</Badge>
        ) : null}
      </div>
      <p className="mt-1 text-ink-soft tabular-nums">
        {order.isRetail ? "Retail order" : "Order"} {orderNumber(order.number)}, {linesDone} of{" "}
        {lines} {lines === 1 ? "line" : "lines"} done, {formatLb(Number(order.packedLb))} of{" "}
        {formatLb(Number(order.orderedLb))}
      </p>
      {!order.hasDay && (
        <p className="mt-1 text-sm text-ink-soft">
          Placed <Moment at={order.placedAt} />
        </p>
      )}
      {order.hasHeldPackages && (
        <p className="mt-1 text-sm font-semibold text-cancelled">
          Packages of it are of a lot on hold
        </p>
      )}
      {packers.length > 0 && (
        <p className="mt-1 text-sm font-semibold">Being packed by {packers.join(" and ")}</p>
      )}
    </article>
  );
}

/** A row per cut with its total stock, which unfolds to its orders. */
function Cuts({ day, cuts }: { day: string; cuts: CutToPack[] }) {
  return (
    <div className="mt-6 border-t border-ink">
      {cuts.map((cut) => (
        <details key={cut.productName} className="group border-b border-rule">
          <summary className="flex min-h-13 cursor-pointer list-none flex-wrap items-center gap-x-5 gap-y-0.5 py-2 hover:bg-paper-deep/50 [&::-webkit-details-marker]:hidden">
            <Icon of={ChevronRight} className="size-5 group-open:rotate-90" />
            <h2 className="font-sans text-base font-semibold">{cut.productName}</h2>
            <span className="ml-auto text-right tabular-nums">
              {cut.pieces !== null && `${cut.pieces} pieces, `}
              {formatLb(Number(cut.orderedLb))} ordered, {formatLb(Number(cut.packedLb))} packed
              {cut.storage === "frozen" && ", frozen"}
              <span className="whitespace-nowrap text-ink-soft">
                {" "}
                · {cut.orders.length === 1 ? "1 order" : `${cut.orders.length} orders`}
              </span>
            </span>
          </summary>
          {cut.productId && (
            <ButtonLink
              to={`/admin/packing/cuts/${day}/${cut.productId}`}
              variant="secondary"
              className="mb-3 ml-10"
            >
              Weigh<span className="sr-only"> {cut.productName}</span>
            </ButtonLink>
          )}
          <ul aria-label={`Orders of ${cut.productName}`} className="mb-3 ml-10">
            {cut.orders.map((line, index) => (
              // An order may have the same product twice: a line added at packing.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={`${line.orderId}-${index}`} className="border-t border-rule">
                <Link
                  to={`/admin/packing/${line.orderId}`}
                  className="flex min-h-11 flex-wrap items-center gap-x-5 py-1.5 hover:text-oxblood"
                >
                  <span className="font-semibold break-words">
                    {line.companyName || "Unknown Client"}
                  </span>
                  <span className="text-sm text-ink-soft tabular-nums">
                    {orderName(line.orderNumber)}
                  </span>
                  <span className="ml-auto tabular-nums">
                    {withWish(orderedInWords(line), line.wish)}
                    {", "}
                    {line.isDone || Number(line.packedLb) > 0
                      ? `${formatLb(Number(line.packedLb))} packed`
                      : "open"}
                  </span>
                  {line.heldLots.length > 0 && (
                    <span className="w-full text-sm font-semibold text-cancelled">
                      Lot {line.heldLots.join(", ")} is on hold: take its packages out
                    </span>
                  )}
                  {line.notes && (
                    <span className="w-full text-sm break-words whitespace-pre-line text-ink-soft">
                      {line.notes}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
