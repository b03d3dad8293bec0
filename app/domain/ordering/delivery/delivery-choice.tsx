import { clsx } from "clsx/lite";
import { ChevronDown } from "lucide";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { PostalCodeField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import {
  cutOffInWords,
  dollars,
  freeFromInWords,
  windowInWords,
} from "#app/domain/delivery/days.ts";
import type {
  ChosenDelivery,
  ComingOrder,
  DeliveryOffer,
  OfferedDay,
} from "#app/domain/delivery/delivery-offer.ts";
import {
  againParameter,
  deliveryPath,
  postalParameter,
} from "#app/domain/delivery/postal/postal-question.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { orderField } from "../placing/order-form.ts";
import {
  dayAndWindow,
  kindInWords,
  lostInWords,
  noDays,
  unservedInWords,
} from "./delivery-words.ts";

interface DeliveryChoiceProps {
  offer: DeliveryOffer;
  chosen: ChosenDelivery;
  /** As typed; "" until it differs from the site's. */
  postalCode: string;
  postalCodeError: string | undefined;
  isLive: boolean;
  /** True to say why the chosen day is no longer available, unless the page says so elsewhere. */
  saysLost: boolean;
  onChoose: (chosen: { site?: string; day?: string; postalCode?: string }) => void;
}

/**
 * Shows where and when an order goes, as a line that opens to the sites and the next days. Part of
 * the order form; without JavaScript its radio buttons are submitted with it.
 */
export function DeliveryChoice(props: DeliveryChoiceProps) {
  const { offer, chosen, postalCode, postalCodeError, isLive, saysLost, onChoose } = props;
  const company = useCompany();
  const { site, zones, day, zone, lost } = chosen;
  const unserved = unservedInWords(chosen, company);
  const needsCode = site !== null && site.postalCode === "";
  const isOpen = !day || needsCode || postalCodeError !== undefined;
  return (
    <section aria-label="Delivery" className="mt-5 border-y border-ink">
      {saysLost && lost && (
        <p role="alert" className="border-b border-rule py-3 font-semibold text-cancelled">
          {lostInWords(lost)}
        </p>
      )}
      <details className="group" open={isOpen}>
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-2.5 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0">
            {day && zone ? (
              <>
                <span className="block leading-snug font-semibold">
                  {kindInWords(day.kind)} {asWindow(day)}
                </span>
                <span className="block text-sm text-ink-soft">
                  {[
                    zone.kind === "pickup" ? zone.place : siteInWords(site),
                    termsInWords(day, chosen),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <Coming of={site} day={day} />
              </>
            ) : (
              <span className="font-semibold">Choose a day</span>
            )}
          </span>
          <span className="inline-flex shrink-0 items-center gap-1.5 text-sm font-semibold">
            Change
            <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className="space-y-5 pt-2 pb-5">
          {offer.sites.length > 1 && (
            <div className="flex max-w-xl flex-wrap items-end gap-3">
              <SelectField
                label="Deliver to"
                name={orderField.site}
                className="min-w-0 flex-1"
                {...(isLive
                  ? {
                      value: site?.id ?? "",
                      onChange: (event) =>
                        onChoose({ site: event.target.value, day: "", postalCode: "" }),
                    }
                  : { defaultValue: site?.id ?? "" })}
                options={offer.sites.map((one) => [one.id, siteInWords(one) || "Main site"])}
              />
              {!isLive && <ShowDays />}
            </div>
          )}
          {offer.sites.length === 1 && site && (
            <input type="hidden" name={orderField.site} value={site.id} />
          )}
          {site && (
            <div className="flex max-w-xl flex-wrap items-start gap-3">
              <input type="hidden" name={orderField.postalCodeOf} value={site.id} />
              <PostalCodeField
                key={`${site.id} ${site.postalCode} ${isLive}`}
                label="Postal code of the delivery address"
                name={orderField.postalCode}
                className="min-w-0 flex-1 basis-60"
                hint={siteInWords(site) || "For example V3G 1A2"}
                error={postalCodeError ?? null}
                defaultValue={postalCode || (site.postalCode && formatPostalCode(site.postalCode))}
                onChange={(event) => onChoose({ postalCode: event.target.value, day: "" })}
              />
              <ShowDays className="mt-[1.625rem]" />
            </div>
          )}
          {unserved && site && (
            <p role="status">
              {unserved}
              {zones.length > 0 && " You can pick the order up."}{" "}
              <Link
                to={`${deliveryPath}?${new URLSearchParams({ [postalParameter]: formatPostalCode(site.postalCode), [againParameter]: "" })}`}
                className="link"
              >
                Let me know when you deliver here
              </Link>
            </p>
          )}
          <DayOptions
            chosen={chosen}
            onChoose={isLive ? (key) => onChoose({ day: key }) : undefined}
          />
          {zones.length === 0 && !needsCode && !unserved && (
            <p className="font-semibold">{noDays(company)}</p>
          )}
        </div>
      </details>
    </section>
  );
}

interface DayOptionsProps {
  chosen: ChosenDelivery;
  /** Undefined without JavaScript: the form's own state applies. */
  onChoose: ((key: string) => void) | undefined;
  noteOf?: (day: OfferedDay) => string;
  /** True for a packed order, which has neither cut-off nor minimum. */
  isPacked?: boolean;
  /** The note on full days for users who may choose them anyway; null for others. */
  full?: string | null;
}

/** Shows the next days as radio buttons, deliveries first. `full` lets full days be chosen. */
export function DayOptions(props: DayOptionsProps) {
  const { chosen } = props;
  return chosen.zones.map(({ id, kind, place, days }) => (
    <fieldset key={id}>
      <legend className="text-sm font-semibold">
        {kind === "pickup" ? `Pickup at ${place}` : "Delivery"}
      </legend>
      <ul className="mt-1 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {days.map((day) => (
          <DayOption key={day.key} {...props} day={day} />
        ))}
      </ul>
    </fieldset>
  ));
}

function DayOption({
  day,
  chosen,
  onChoose,
  noteOf,
  isPacked = false,
  full = null,
}: DayOptionsProps & { day: OfferedDay }) {
  const isShared = chosen.site?.sharedDays.includes(day.key) ?? false;
  const isFull = day.isFull && !isShared;
  const isClosed = isFull && full === null;
  const isChosen = chosen.day?.key === day.key;
  return (
    <li className="border-b border-rule">
      <label
        className={clsx(
          "flex min-h-11 items-start gap-3 py-2.5 leading-snug",
          isClosed ? "text-ink-soft" : "cursor-pointer",
        )}
      >
        <input
          type="radio"
          name={orderField.day}
          value={day.key}
          disabled={isClosed}
          className="mt-0.5 size-5 shrink-0 accent-oxblood"
          {...(onChoose
            ? { checked: isChosen, onChange: () => onChoose(day.key) }
            : { defaultChecked: isChosen })}
        />
        <span className="min-w-0">
          <span className="block font-semibold">
            {dateInWords(day.date)}
            {isClosed && ": full"}
          </span>
          <span className="block text-sm text-ink-soft">
            {windowInWords({ from: day.windowFrom, to: day.windowTo })}
            {!isPacked && `, order by ${cutOffInWords(day)}`}
          </span>
          {!isPacked && (
            <span className="block text-sm text-ink-soft">{priceInWords(day, isShared)}</span>
          )}
          <Coming of={chosen.site} day={day} />
          {isFull && full && <span className="block text-sm font-semibold">{full}</span>}
          {noteOf && !isClosed && <span className="block text-sm">{noteOf(day)}</span>}
        </span>
      </label>
    </li>
  );
}

function Coming({ of: site, day }: { of: ChosenDelivery["site"]; day: OfferedDay }) {
  const words = comingInWords(
    (site?.coming ?? []).filter((order) => order.day === day.key),
    day.kind,
  );
  return words && <span className="block text-sm font-semibold">{words}</span>;
}

/** Returns "Order 1398 (37 lb) already comes that day."; null without orders. */
function comingInWords(
  orders: readonly Pick<ComingOrder, "number" | "pounds">[],
  kind: OfferedDay["kind"],
): string | null {
  if (orders.length === 0) return null;
  const named = orders.map(({ number, pounds }) => `${orderNumber(number)} (${formatLb(pounds)})`);
  const isOne = orders.length === 1;
  const who = `${isOne ? "Order" : "Orders"} ${named.join(", ").replace(/, ([^,]*)$/, " and $1")}`;
  if (kind === "pickup") return `${who} ${isOne ? "is" : "are"} already picked up that day.`;
  return `${who} already ${isOne ? "comes" : "come"} that day.`;
}

/**
 * Button to load days: without JavaScript only the server knows a site's days, and a new postal
 * code always needs it.
 */
function ShowDays({ className }: { className?: string }) {
  return (
    <Button
      type="submit"
      variant="secondary"
      name={orderField.intent}
      value="site"
      formNoValidate
      className={className}
    >
      Check delivery
    </Button>
  );
}

function siteInWords(site: ChosenDelivery["site"]): string {
  return [site?.name, site?.address].filter((part) => part?.trim()).join(", ");
}

function asWindow({ date, windowFrom, windowTo }: OfferedDay): string {
  return dayAndWindow({ date, from: windowFrom, to: windowTo });
}

function termsInWords(day: OfferedDay, { isShared }: ChosenDelivery): string {
  return `Order by ${cutOffInWords(day)} · ${priceInWords(day, isShared)}`;
}

/** Returns e.g. "Minimum $150 · delivery $12, free from $400". */
function priceInWords({ minOrder, fee, freeFrom, kind }: OfferedDay, isShared: boolean): string {
  if (isShared) return "No further fee";
  const what = kind === "pickup" ? "pickup" : "delivery";
  const price = fee > 0 ? `${what} ${dollars(fee)}` : `free ${what}`;
  const free = fee > 0 && freeFrom !== null ? `, ${freeFromInWords(freeFrom)}` : "";
  const words = `${minOrder > 0 ? `minimum ${dollars(minOrder)} · ` : ""}${price}${free}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Lists days to take instead of the chosen one, as submit buttons. */
export function OtherDays({ days }: { days: readonly { key: string; words: string }[] }) {
  return (
    <ul className="grid gap-2">
      {days.map(({ key, words }) => (
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
  );
}
