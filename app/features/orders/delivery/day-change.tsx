import { clsx } from "clsx/lite";
import { Form, Link, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  chosenDelivery,
  type DeliveryOffer,
  type OfferedDay,
} from "#app/features/delivery/delivery-offer.ts";
import { deliveryTerms } from "#app/features/delivery/delivery-terms.ts";
import { formatPostalCode } from "#app/features/delivery/postal-code.ts";
import { runKey } from "#app/features/delivery/rules.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import type { Order } from "../order.ts";
import { orderedOf } from "../order-line-words.ts";
import { orderField } from "../placing/order-form.ts";
import type { DayAnswer } from "./day-form.server.ts";
import { DayOptions } from "./delivery-choice.tsx";
import { dayAndWindow, destinationInWords, kindInWords } from "./delivery-words.ts";

interface DayChangeProps {
  order: Order;
  offer: DeliveryOffer;
  /** The site whose days are shown; null for the order's own. */
  siteId: string | null;
  answer: DayAnswer | undefined;
  isStaff: boolean;
  /** The order's page. */
  back: string;
}

/** The form that moves an order to another day, with what each day changes in its total. */
export function DayChange({ order, offer, siteId, answer, isStaff, back }: DayChangeProps) {
  const { delivery } = order;
  const isPending = useNavigation().state !== "idle";
  const now = delivery.day ? runKey(delivery.day.zoneId, delivery.day.date) : "";
  const chosen = chosenDelivery(
    withRoomOn(offer, now),
    { site: siteId ?? delivery.siteId ?? "", day: answer?.day || now },
    { estimateCents: 0, shopMinimumCents: 0 },
  );
  const { site, zones } = chosen;
  const isUnserved = site !== null && site.postalCode !== "" && site.zoneId === null;
  return (
    <>
      {delivery.day && (
        <p className="mt-6 max-w-xl">
          Now: {kindInWords(delivery.day.kind)}{" "}
          <strong className="font-semibold">{dayAndWindow(delivery.day)}</strong>
          <span className="block text-ink-soft">{destinationInWords(delivery)}</span>
        </p>
      )}
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
        {answer && (
          <Notice
            tone="error"
            title={answer.message}
            className="mb-6"
            action={
              answer.otherDays.length > 0 && (
                <ul className="grid gap-2">
                  {answer.otherDays.map(({ key, words }) => (
                    <li key={key}>
                      <Button
                        type="submit"
                        variant="secondary"
                        name={orderField.takeDay}
                        value={key}
                        className="h-auto text-left whitespace-normal"
                      >
                        {words}
                      </Button>
                    </li>
                  ))}
                </ul>
              )
            }
          />
        )}
        {site && <input type="hidden" name={orderField.site} value={site.id} />}
        {isUnserved && (
          <p className="mb-4">
            We do not deliver to {formatPostalCode(site.postalCode)} yet.
            {zones.length > 0 && " The order can be picked up."}
          </p>
        )}
        {zones.length === 0 ? (
          <p className="font-semibold">No day can be ordered for at present.</p>
        ) : (
          <div className="space-y-5">
            <DayOptions
              chosen={chosen}
              onChoose={undefined}
              noteOf={(day) =>
                day.key === now
                  ? "As it is now"
                  : totalInWords(order, day, site?.sharedDays.includes(day.key) ?? false)
              }
            />
          </div>
        )}
        {isStaff && (
          <TextField
            label="Reason to pass over cut-off, limits or minimum"
            optional
            name={orderField.override}
            maxLength={500}
            defaultValue={answer?.override}
            hint="It is kept in the order's history."
            className="mt-6 max-w-xl"
          />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {zones.length > 0 && (
            <Button type="submit" pending={isPending}>
              Change the day
            </Button>
          )}
          <Link to={back} className={buttonClass({ variant: "secondary" })}>
            Keep it as it is
          </Link>
        </div>
      </Form>
    </>
  );
}

/** The order's own day is there for it, however full. */
function withRoomOn(offer: DeliveryOffer, key: string): DeliveryOffer {
  const zones = offer.zones.map((zone) => ({
    ...zone,
    days: zone.days.map((day) => (day.key === key ? { ...day, isFull: false } : day)),
  }));
  return { ...offer, zones };
}

/** "Total $187.00, $12.00 less than now" */
function totalInWords({ items, charges, totalPrice }: Order, day: OfferedDay, isShared: boolean) {
  const estimateCents = sumCents(orderedOf(items), ({ subtotal }) => toCents(subtotal));
  const { feeCents } = deliveryTerms(day, { estimateCents, shopMinimumCents: 0, isShared });
  const feeNow = sumCents(
    charges.filter(({ kind }) => kind === "delivery_fee"),
    ({ amount }) => toCents(amount),
  );
  const total = formatCents(toCents(totalPrice) - feeNow + feeCents);
  if (feeCents === feeNow) return `Total ${total}, as now`;
  const difference = formatCents(Math.abs(feeCents - feeNow));
  return `Total ${total}, ${difference} ${feeCents > feeNow ? "more" : "less"} than now`;
}
