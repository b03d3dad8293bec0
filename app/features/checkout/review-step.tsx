import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import { cutOffInWords } from "#app/domain/delivery/days.ts";
import { OfferText } from "#app/domain/drafts/offer-text.tsx";
import type { SummaryLine } from "#app/domain/drafts/order-summary.ts";
import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { joinAddress } from "#app/domain/ordering/retail/address.ts";
import { promiseInWords } from "#app/domain/orders/order-costs.ts";
import { poundUnit } from "#app/domain/orders/order-quantity.ts";
import { cardExplained, wayExplained, wayInWords } from "#app/domain/orders/payment-words.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import type { CheckoutView } from "./checkout.ts";
import { CheckoutScreen } from "./checkout-screen.tsx";
import { ChangeButton } from "./checkout-steps.tsx";
import { CostLines } from "./checkout-summary.tsx";
import { LineAmount, takeOut } from "./line-amount.tsx";

/** Shows the order before it is placed: costs, delivery, and what happens when. */
export function ReviewStep({ view }: { view: CheckoutView }) {
  const { summary, costs, kept, images, delivery } = view;
  const isPickup = delivery?.chosen.day?.kind === "pickup";
  return (
    <CheckoutScreen
      view={view}
      title="Your order"
      shows={[]}
      next={{
        intent: "place",
        label: kept.way === "card" ? "Continue to the card" : "Place the order",
      }}
    >
      {view.asksCode && (
        <TextField
          label={<>Code from our email to {kept.email}</>}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={view.errors.code}
          className="mt-5 max-w-sm"
        />
      )}
      <div className="mt-6 gap-x-12 lg:grid lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr]">
        <div>
          <ul aria-label="Your order" className="border-t border-ink">
            {summary.lines.map((line) => (
              <ReviewLine
                key={line.productId}
                line={line}
                imageUrl={images[line.productId] ?? null}
              />
            ))}
          </ul>
          {summary.invalid.length === 0 && (
            <>
              <CostLines costs={costs} />
              <p className="mt-2">{promiseInWords(costs.mostCents)}</p>
            </>
          )}
          {kept.notes.trim() && (
            <p className="mt-4 break-words whitespace-pre-line">
              <strong>Your notes:</strong> {kept.notes.trim()}
            </p>
          )}
          {kept.driverNotes.trim() && !isPickup && (
            <p className="mt-4 wrap-break-word">
              <strong>For the driver:</strong> {kept.driverNotes.trim()}
            </p>
          )}
          {kept.substitutes && <p className="mt-4">If something’s out of stock: a similar cut.</p>}
        </div>
        <Facts view={view} />
      </div>
    </CheckoutScreen>
  );
}

function ReviewLine({ line, imageUrl }: { line: SummaryLine; imageUrl: string | null }) {
  const { productId, name, unit, pricePerLb, error } = line;
  const isLive = useHydrated();
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] items-start gap-x-4 border-b border-rule py-3">
      <ProductThumbnail imageUrl={imageUrl} />
      <div className="min-w-0">
        <p className="font-display leading-snug font-semibold wrap-break-word">{name}</p>
        {/* The box below says pounds. */}
        {(!isLive || unit !== poundUnit || error) && (
          <p className="mt-0.5 tabular-nums">{line.ordered}</p>
        )}
        {pricePerLb !== null && (
          <p className="text-sm text-ink-soft tabular-nums">
            <OfferText unit={unit} pricePerLb={pricePerLb} line={line} />
          </p>
        )}
        {error && <p className="mt-1 text-sm font-semibold text-cancelled">{error}</p>}
        <LineAmount line={line} />
      </div>
      <div className="text-right">
        {!error && <p className="font-semibold tabular-nums">{formatCents(line.cents)}</p>}
        <button
          type="submit"
          name={orderField.drop}
          value={productId}
          aria-label={`Remove ${name}`}
          // Back and a reload start from the cart.
          onClick={() => takeOut(productId)}
          className={buttonClass({ variant: "quiet", size: "sm", className: "-mr-3.5" })}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

function Facts({ view }: { view: CheckoutView }) {
  const { delivery, kept, ways, costs, holdOn } = view;
  const { day = null, zone = null } = delivery?.chosen ?? {};
  const kind = day?.kind ?? "delivery";
  const way = ways.find((one) => one === kept.way);
  const read = readPostalCode(kept.postalCode);
  const where = destinationInWords({
    name: "",
    address: joinAddress(kept.address, kept.city),
    day,
    postalCode: read.ok ? read.postalCode : "",
  });
  return (
    <>
      <dl className="space-y-4 border-t border-ink pt-4 max-lg:mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {day && (
          <div>
            <dt className="text-sm text-ink-soft">{kindInWords(day.kind)}</dt>
            <dd className="font-semibold">
              {dayAndWindow({ date: day.date, from: day.windowFrom, to: day.windowTo })}
            </dd>
            <dd className="whitespace-pre-line">{kind === "pickup" ? zone?.place : where}</dd>
            <dd>
              <ChangeButton intent="where">Change the day</ChangeButton>
            </dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-ink-soft">You</dt>
          <dd className="wrap-anywhere">
            {kept.name}
            <br />
            {kept.email}
            <br />
            {kept.phone}
          </dd>
          {!day && <dd>{joinAddress(kept.address, kept.city)}</dd>}
          <dd>
            <ChangeButton intent="contact">Change your details</ChangeButton>
          </dd>
        </div>
        {way && (
          <div>
            <dt className="text-sm text-ink-soft">Payment</dt>
            <dd className="font-semibold">{wayInWords(way, kind)}</dd>
            <dd>
              {way === "card" ? cardExplained(costs.mostCents, holdOn) : wayExplained(way, kind)}
            </dd>
          </div>
        )}
      </dl>
      <section className="mt-6 border-t border-ink pt-4 lg:col-start-1">
        <h3 className="font-sans text-sm font-semibold">What happens when</h3>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5">
          {way === "etransfer" && !view.asksCode && (
            <li>
              Open the link in our email and press “Yes, it’s mine” {view.confirmWithin}: otherwise
              we cancel the order.
            </li>
          )}
          <li>
            {day
              ? `Until ${cutOffInWords(day)} you can change or cancel using the link in our email.`
              : "You’ll get an email with a link to change or cancel your order."}
          </li>
          <li>
            {way === "etransfer"
              ? "We cut and weigh it, and email you the final total and where to send it: you pay then."
              : "We cut and weigh it, and email you the final total."}
          </li>
          <li>
            {day
              ? kind === "pickup"
                ? `On ${dateInWords(day.date)} you pick it up.`
                : `On ${dateInWords(day.date)} our driver delivers it.`
              : "We call you to arrange the delivery."}
          </li>
        </ol>
        <p className="mt-3 text-sm text-ink-soft">
          By placing the order you agree to our{" "}
          <Link to="/terms" target="_blank" className="link">
            terms
          </Link>
          .
        </p>
      </section>
    </>
  );
}
