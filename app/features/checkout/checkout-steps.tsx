import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import {
  answeredField,
  EmailField,
  PersonField,
  PhoneField,
  PostalCodeField,
  TextArea,
  TextField,
} from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { ChosenDelivery, OfferedDay } from "#app/domain/delivery/delivery-offer.ts";
import {
  againParameter,
  deliveryPath,
  postalParameter,
} from "#app/domain/delivery/postal/postal-question.ts";
import { DayOptions } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import { dayAndWindow, kindInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { StreetAndCity } from "#app/domain/ordering/retail/street-and-city.tsx";
import { belowMinimum } from "#app/domain/orders/order-refusals.ts";
import { cardExplained, wayExplained, wayInWords } from "#app/domain/orders/payment-words.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatPostalCode, readPostalCode } from "#app/lib/postal-code.ts";
import { belowDay, type CheckoutView, type Judged, pickupMinimum } from "./checkout.ts";
import { CheckoutScreen } from "./checkout-screen.tsx";
import { CheckoutSummary } from "./checkout-summary.tsx";

/** Asks where and when: a postal code and its days, or a day for pickup. */
export function WhereStep({ view }: { view: CheckoutView }) {
  const { delivery, kept, errors, summary, costs } = view;
  if (!delivery) return null;
  const { chosen, words, unserved } = delivery;
  const isEmpty = summary.lines.length === 0;
  const hasPickup = chosen.zones.some(({ kind }) => kind === "pickup");
  const order = { estimateCents: summary.cents, shopMinimumCents: view.shopMinimumCents };
  // If this is why the step was refused, the message above says so.
  const isWhole = summary.invalid.length === 0;
  const isBelow = costs.missingCents > 0 && !isEmpty && isWhole && view.message === null;
  const missing = (day: OfferedDay) => {
    // While some lines are unresolved, the sum can't be compared with the minimum.
    const cents = isWhole ? belowDay(day, order) : 0;
    return cents > 0 ? `${formatCents(cents)} below the minimum` : "";
  };
  return (
    <CheckoutScreen
      view={view}
      title="Where and when"
      shows={["postalCode", "day"]}
      next={{ intent: "contact", label: "Continue" }}
      aside={<CheckoutSummary view={view} />}
    >
      {isBelow && <BelowMinimum view={view} chosen={chosen} order={order} />}
      <div className="mt-6 flex max-w-xl flex-wrap items-start gap-3">
        <PostalCodeField
          label="Postal code, for delivery"
          name="postalCode"
          defaultValue={kept.postalCode}
          key={kept.postalCode}
          autoCapitalize="characters"
          spellCheck={false}
          hint={hasPickup ? "Leave it empty to pick up" : undefined}
          error={errors.postalCode}
          className="min-w-0 flex-1 basis-40"
        />
        <Button
          type="submit"
          variant="secondary"
          name={orderField.intent}
          value="days"
          className="mt-[1.625rem]"
        >
          Check delivery
        </Button>
      </div>
      {words && !errors.postalCode && (
        <p role="status" className="mt-4 font-semibold">
          {words}
          {!chosen.site?.zoneId && hasPickup && " You can pick it up: choose a day."}
          {unserved && (
            <>
              {" "}
              <Link
                to={`${deliveryPath}?${new URLSearchParams({ [postalParameter]: unserved, [againParameter]: "" })}`}
                className="link font-normal"
              >
                Let me know when you deliver here
              </Link>
            </>
          )}
        </p>
      )}
      <div key={`${kept.postalCode} ${kept.day}`} className="mt-6 space-y-7">
        <DayOptions chosen={chosen} onChoose={undefined} noteOf={missing} />
        {/* Keeps a day that this postal code lacks; a checked radio comes first. */}
        {!chosen.day && kept.day && <input type="hidden" name={orderField.day} value={kept.day} />}
      </div>
      {chosen.zones.length === 0 && (
        <p className="mt-4 max-w-xl">
          {kept.postalCode.trim() === ""
            ? "Enter your postal code to see your days."
            : `${unserved ? "" : "No delivery days are available right now. "}Your cart is kept.`}
        </p>
      )}
      {(costs.missingCents > 0 || isEmpty) && isWhole && !isBelow && <BackToShop />}
    </CheckoutScreen>
  );
}

/** Warns early that the order is below the minimum, and says what helps. */
function BelowMinimum({
  view: { summary, costs },
  chosen,
  order,
}: {
  view: CheckoutView;
  chosen: ChosenDelivery;
  order: Judged;
}) {
  const pickup = pickupMinimum(chosen, order);
  return (
    <Notice
      title={belowMinimum(summary.cents, costs.minimumCents) ?? ""}
      className="mt-6 max-w-xl"
      action={
        <Link to="/shop" className={buttonClass({ variant: "secondary" })}>
          Back to the shop
        </Link>
      }
    >
      {pickup !== null && pickup < costs.minimumCents
        ? `To pick it up, ${pickup > 0 ? `${formatCents(pickup)} is enough` : "there is no minimum"}.`
        : null}
    </Notice>
  );
}

function BackToShop() {
  return (
    <p className="mt-6">
      <Link to="/shop" className={buttonClass({ variant: "secondary" })}>
        Back to the shop
      </Link>
    </p>
  );
}

/** Asks who orders and how they pay. */
export function ContactStep({ view }: { view: CheckoutView }) {
  const { delivery, kept, errors, ways, etransferNote } = view;
  const day = delivery?.chosen.day ?? null;
  const isPickup = day?.kind === "pickup";
  // The card form is the provider's script, so card payment needs JavaScript.
  const hydrated = useHydrated();
  const field = (name: string) => answeredField({ values: kept, errors }, name);
  const read = readPostalCode(kept.postalCode);
  return (
    <CheckoutScreen
      view={view}
      title="Your details"
      shows={[
        ...(["name", "email", "phone", "notes", "way", "substitutes"] as const),
        ...(isPickup ? [] : (["address", "city", "driverNotes"] as const)),
        ...(delivery ? [] : (["postalCode"] as const)),
      ]}
      next={{ intent: "review", label: "Review order" }}
      aside={<CheckoutSummary view={view} />}
    >
      {day && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4">
          <span>
            {kindInWords(day.kind)}{" "}
            {dayAndWindow({ date: day.date, from: day.windowFrom, to: day.windowTo })}
          </span>
          <ChangeButton intent="where">Change the day</ChangeButton>
        </p>
      )}
      <div className="mt-6 grid max-w-2xl gap-5 sm:grid-cols-2">
        <PersonField label="Name" required {...field("name")} className="sm:col-span-2" />
        <EmailField hint="We send the order there, with a link to change it" {...field("email")} />
        <PhoneField hint="For the day itself, if something comes up" required {...field("phone")} />
        {!isPickup && (
          <>
            <StreetAndCity
              field={field}
              cityHint={
                read.ok && delivery
                  ? `Must be in ${formatPostalCode(read.postalCode)} (your delivery days)`
                  : undefined
              }
            />
            {!delivery && <PostalCodeField {...field("postalCode")} />}
            <TextField
              label="For the driver"
              optional
              maxLength={2000}
              hint="Buzzer, side door, dog"
              {...field("driverNotes")}
              className="sm:col-span-2"
            />
          </>
        )}
        <TextArea
          label="Notes for this order"
          optional
          rows={2}
          maxLength={5000}
          hint="Thickness, trim, packing"
          {...field("notes")}
          className="sm:col-span-2"
        />
      </div>
      <Checkbox
        name="substitutes"
        value="yes"
        defaultChecked={kept.substitutes !== ""}
        label="If something's out of stock, send a similar cut"
        className="mt-4"
      />
      <fieldset className="mt-6 max-w-2xl">
        <legend className="text-title">Payment</legend>
        <ul className="mt-3 border-t border-ink">
          {ways.map((way) => (
            <li key={way} className="border-b border-rule">
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-3 leading-snug">
                <input
                  type="radio"
                  name="way"
                  value={way}
                  required
                  aria-invalid={errors.way ? true : undefined}
                  aria-describedby={errors.way ? "way-error" : undefined}
                  defaultChecked={kept.way === way || ways.length === 1}
                  disabled={way === "card" && !hydrated}
                  className="mt-0.5 size-5 shrink-0 accent-oxblood"
                />
                <span className="min-w-0">
                  <span className="block font-semibold">
                    {wayInWords(way, day?.kind ?? "delivery")}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {way === "card"
                      ? cardExplained(view.costs.mostCents, view.holdOn)
                      : wayExplained(way, day?.kind ?? "delivery")}
                    {way === "etransfer" && etransferNote && ` ${etransferNote}`}
                  </span>
                  {way === "card" && (
                    <noscript>
                      <span className="block text-sm font-semibold">
                        The card form needs JavaScript.
                      </span>
                    </noscript>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
        {errors.way && (
          <p id="way-error" className="mt-1.5 text-sm font-semibold text-cancelled">
            {errors.way.join(" ")}
          </p>
        )}
      </fieldset>
    </CheckoutScreen>
  );
}

/** A button that returns to an earlier screen with all input. */
export function ChangeButton({
  intent,
  children,
}: {
  intent: "where" | "contact";
  children: string;
}) {
  return (
    <Button
      type="submit"
      variant="quiet"
      size="sm"
      name={orderField.intent}
      value={intent}
      formNoValidate
      className="-ml-3.5"
    >
      {children}
    </Button>
  );
}
