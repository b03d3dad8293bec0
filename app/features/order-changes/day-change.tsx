import { clsx } from "clsx/lite";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  chosenDelivery,
  type DeliveryOffer,
  type OfferedDay,
} from "#app/domain/delivery/delivery-offer.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import type { DayAnswer } from "#app/domain/ordering/delivery/day-form.server.ts";
import {
  asSeen,
  type DayPrices,
  seenPricesField,
} from "#app/domain/ordering/delivery/day-prices.ts";
import { DayOptions, OtherDays } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { totalOn } from "./day-totals.ts";

interface DayChangeProps {
  order: Order;
  offer: DeliveryOffer;
  siteId: string | null;
  /** Line prices per lb on dates where they differ (`linePricesOn`). */
  prices: Readonly<Record<string, Record<string, string>>>;
  answer: DayAnswer | undefined;
  isStaff: boolean;
  back: string;
}

/**
 * Form that moves an order to another day, with the new total for each. If line prices differ on
 * the chosen day, they are shown before saving.
 */
export function DayChange(props: DayChangeProps) {
  const { order, offer, siteId, prices, isStaff, back } = props;
  const { delivery } = order;
  // The router drops a form's answer when the page is revalidated.
  const [answer, setAnswer] = useState(props.answer);
  if (props.answer && props.answer !== answer) setAnswer(props.answer);
  const isPending = useNavigation().state !== "idle";
  const typedDay = answer?.values?.takeDay || answer?.values?.day || "";
  const now = delivery.day ? runKey(delivery.day.zoneId, delivery.day.date) : "";
  const chosen = chosenDelivery(
    withRoomOn(offer, now),
    { site: siteId ?? delivery.siteId ?? "", day: typedDay || now },
    { estimateCents: 0, shopMinimumCents: 0 },
  );
  const { site, zones } = chosen;
  const isUnserved = site !== null && site.postalCode !== "" && site.zoneId === null;
  return (
    <>
      <PresentDay delivery={delivery} />
      {offer.sites.length > 1 && (
        <nav aria-label="Sites" className="mt-4 flex flex-wrap gap-x-6">
          {offer.sites.map(({ id, name, address }) => (
            <Link
              key={id}
              to={`?site=${id}`}
              aria-current={id === site?.id ? "true" : undefined}
              className={clsx(
                "inline-flex min-h-11 items-center",
                id === site?.id ? "font-semibold" : "link",
              )}
            >
              {name || address || "Main site"}
            </Link>
          ))}
        </nav>
      )}
      <Form method="post" className="mt-4">
        {answer?.prices ? (
          <PricesOfDay
            message={answer.message ?? ""}
            prices={answer.prices}
            day={typedDay}
            isPending={isPending}
          />
        ) : (
          answer && <NotMoved answer={answer} />
        )}
        {site && <input type="hidden" name={orderField.site} value={site.id} />}
        {isUnserved && (
          <p className="mb-4">
            We do not deliver to {formatPostalCode(site.postalCode)} yet.
            {zones.length > 0 && " The order can be picked up."}
          </p>
        )}
        {zones.length === 0 ? (
          <p className="font-semibold">No delivery days are available right now.</p>
        ) : (
          <div className="space-y-5">
            <DayOptions
              chosen={chosen}
              onChoose={undefined}
              full={isStaff ? "Full: give a reason below" : null}
              noteOf={(day) =>
                day.key === now
                  ? "As it is now"
                  : totalInWords(order, day, {
                      prices: prices[day.date] ?? {},
                      coming: site?.coming ?? [],
                    })
              }
            />
          </div>
        )}
        {isStaff && (
          <TextField
            label="Reason for overriding the cut-off, limits or minimum"
            optional
            name={orderField.override}
            maxLength={500}
            defaultValue={answer?.values?.override}
            hint="It is kept in the order's history."
            className="mt-6 max-w-xl"
          />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {zones.length > 0 && <SubmitButton>Change the day</SubmitButton>}
          <SecondaryLink to={back}>Keep it as it is</SecondaryLink>
        </div>
      </Form>
    </>
  );
}

/** The order's own day stays available to it, however full. */
function withRoomOn(offer: DeliveryOffer, key: string): DeliveryOffer {
  const zones = offer.zones.map((zone) => ({
    ...zone,
    days: zone.days.map((day) => (day.key === key ? { ...day, isFull: false } : day)),
  }));
  return { ...offer, zones };
}

function totalInWords(order: Order, day: OfferedDay, on: Parameters<typeof totalOn>[2]): string {
  const estimateCents = totalOn(order, day, on);
  const change = estimateCents - toCents(order.totalPrice);
  const total = `Total ${formatCents(estimateCents)}`;
  const repriced = Object.keys(on.prices).length === 0 ? "" : ", at the prices of that day";
  if (change === 0) return `${total}, as now${repriced}`;
  const difference = formatCents(Math.abs(change));
  return `${total}, ${difference} ${change > 0 ? "more" : "less"} than now${repriced}`;
}

function NotMoved({ answer: { message, otherDays = [] } }: { answer: DayAnswer }) {
  return (
    <Notice
      tone="error"
      title={message ?? ""}
      className="mb-6"
      action={otherDays.length > 0 && <OtherDays days={otherDays} />}
    />
  );
}

interface PricesOfDayProps {
  prices: DayPrices;
  message: string;
  /** The day's `runKey`. */
  day: string;
  isPending: boolean;
}

/** Lines whose price differs on the day, and the new total, to be confirmed. */
function PricesOfDay({ prices, message, day, isPending }: PricesOfDayProps) {
  const { lines, total } = prices;
  return (
    <Notice
      tone="error"
      title={message}
      className="mb-6"
      action={
        <Button
          type="submit"
          name={orderField.takeDay}
          value={day}
          pending={isPending}
          className="py-2 whitespace-normal"
        >
          Move it to {dateInWords(day.split(" ")[1] ?? "")} at these prices
        </Button>
      }
    >
      <ul className="space-y-1">
        {lines.map((line) => (
          <li key={line.lineId}>
            {line.productName}, {orderedInWords(line)}: now {formatPricePerLb(toCents(line.from))},
            then <strong>{formatPricePerLb(toCents(line.to))}</strong>
          </li>
        ))}
        {lines.length === 0 && <li>The prices are those that it has now.</li>}
      </ul>
      <p className="mt-2">
        The order comes to <strong>{formatDollars(total.to)}</strong>
        {total.to === total.from ? ", as before." : ` instead of ${formatDollars(total.from)}.`}
      </p>
      <input type="hidden" name={seenPricesField} value={`${day}: ${asSeen(prices)}`} />
    </Notice>
  );
}

/** The order's current day; nothing without one. */
export function PresentDay({ delivery }: Pick<Order, "delivery">) {
  if (!delivery.day) return null;
  return (
    <p className="mt-6 max-w-xl">
      Now: {kindInWords(delivery.day.kind)}{" "}
      <strong className="font-semibold">{dayAndWindow(delivery.day)}</strong>
      <span className="block text-ink-soft">{destinationInWords(delivery)}</span>
    </p>
  );
}
