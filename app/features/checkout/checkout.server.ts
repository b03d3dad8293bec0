import { randomUUID } from "node:crypto";
import type { Company } from "#app/content/company.ts";
import type { RequestContext } from "#app/context.server.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { type DeliveryDay, dayInWords } from "#app/domain/delivery/days.ts";
import { deliveryTerms, readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { type DeliveryRules, isSetUp, runKey, zoneAt } from "#app/domain/delivery/rules.ts";
import type { OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { summarize } from "#app/domain/drafts/order-summary.ts";
import {
  cardOrderCounts,
  cartMostCounts,
  checkoutCounts,
  retailOrderCounts,
} from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { dayRefusedInWords, lostInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import { OrderRefusedError, PriceChangedError } from "#app/domain/ordering/placing/order-rules.ts";
import { confirmWithinInWords, whyConfirm } from "#app/domain/ordering/retail/guest-limits.ts";
import {
  askedAgain,
  earlierOrder,
  type Guest,
  type PlacedRetailOrder,
  placeRetailOrder,
} from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { contactSchema } from "#app/domain/ordering/retail/retail-order.ts";
import { UnprovedError } from "#app/domain/ordering/retail/unconfirmed-orders.server.ts";
import type { CartMost } from "#app/domain/orders/order-costs.ts";
import { belowMinimum, chooseDay } from "#app/domain/orders/order-refusals.ts";
import { authorizationDay } from "#app/domain/payments/authorization-plan.ts";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { waysOfPaying } from "#app/domain/settings/payments/payment-settings.ts";
import { withStock } from "#app/domain/stock/stock-offers.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { formatPostalCode, postalCodeIn, readPostalCode } from "#app/lib/postal-code.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import {
  type CheckoutDelivery,
  type CheckoutView,
  cartMost,
  costsOf,
  daysThatDo,
  type Judged,
  lacksIn,
  retailDelivery,
} from "./checkout.ts";
import type { CheckoutFields, CheckoutIntent, CheckoutStep } from "./checkout-form.ts";
import { mailCode } from "./guest-proof.server.ts";
import { retailProducts } from "./retail-products.server.ts";

type CheckoutContext = Pick<
  RequestContext,
  | "db"
  | "cardPayments"
  | "deliveryRules"
  | "demand"
  | "limits"
  | "guestProofs"
  | "clientAddress"
  | "shop"
  | "minOrderCents"
  | "log"
>;

/** `view` is null if there is no checkout. */
type CheckoutAnswer =
  | { placed: PlacedRetailOrder }
  | {
      view: CheckoutView | null;
      status: 200 | 400 | 404 | 409 | 429 | 503;
      headers?: Record<string, string>;
    };

/** Returns the payment methods accepted; without any there is no checkout. Anyone may ask. */
export async function waysToCheckOut({
  db,
  cardPayments,
}: Pick<RequestContext, "db" | "cardPayments">): Promise<PaymentWay[]> {
  const hasCard = cardPayments !== null;
  return waysOfPaying(await readPaymentSettings(db), { hasCard });
}

/**
 * Answers a checkout form. Prices, days and costs are recalculated for every screen; only choices
 * and typed input come from the form. Anyone may call it.
 */
export async function answerCheckout(
  context: CheckoutContext,
  fields: CheckoutFields,
  trap: string,
): Promise<CheckoutAnswer> {
  const { limits, clientAddress, log, shop } = context;
  const { intent } = fields;
  const wait = await limits.takeAll(checkoutCounts(clientAddress));
  const view = await viewOf(context, fields);
  if (!view) return { view, status: 404 };
  if (wait !== null) return tooOften(view, wait, shop.company);
  if (intent === "where" || intent === "days") {
    const step = view.delivery ? "where" : "contact";
    const mistake = intent === "days" ? postalMistake(view) : null;
    if (mistake) return again(view, step, { postalCode: [mistake] }, null);
    if (intent === "days") await countDemand(context, view);
    return { view: { ...view, step }, status: 200 };
  }
  // A repeated request gets the same answer, even if its order has filled the day.
  const earlier = intent === "place" ? await earlierOrder(context.db, view.requestId) : null;
  const isAgain = earlier !== null;
  const obstacle = isAgain ? null : obstacleIn(view);
  if (obstacle) {
    const { errors, message, otherDays = [] } = obstacle;
    // A line removed in the review is restored there.
    const stays = fields.isAmended && view.summary.lines.length > 0 && !errors.day;
    const step = stays ? "review" : view.delivery ? "where" : "contact";
    return again({ ...view, otherDays }, step, errors, message);
  }
  if (intent === "contact") return { view: { ...view, step: "contact" }, status: 200 };
  const isDelivered = view.delivery?.chosen.day?.kind !== "pickup" && !isAgain;
  const { data: contact, refused } = checkForm(contactSchema(isDelivered), view.kept);
  const way = view.ways.find((one) => one === view.kept.way);
  const elsewhere = isDelivered ? otherCode(view) : null;
  if (!contact || !way || elsewhere) {
    const errors: Record<string, string[]> = elsewhere ? { address: [elsewhere] } : {};
    for (const [name, messages] of Object.entries(refused?.errors ?? {})) {
      if (messages) errors[name] = messages;
    }
    if (!way) errors.way = ["Please choose how you pay"];
    return again(view, "contact", errors, invalidMessage);
  }
  const isChanged = view.gone.length > 0 || view.summary.changed.length > 0;
  if (intent === "review") return { view: { ...view, step: "review" }, status: 200 };
  if (isChanged && !isAgain) {
    return { view: { ...view, step: "review", message: changedMeanwhile }, status: 409 };
  }
  if (trap !== "") {
    log.info("an order was refused as a robot's");
    return again(
      view,
      "review",
      {},
      `We could not take this order. Please call ${shop.company.phone.display}.`,
    );
  }
  const slower = await limits.takeAll(retailOrderCounts(clientAddress, contact.email));
  if (slower !== null) return tooOften(view, slower, shop.company);
  const standing = earlier?.isUnpaid ? await askedAgain(context, view.requestId, earlier) : earlier;
  if (way === "card" && standing?.isUnpaid !== false) {
    const wait = await limits.takeAll(cardOrderCounts(clientAddress));
    if (wait !== null) return tooManyCards(view, wait, shop.company);
  }
  const { guestProofs } = context;
  const order = { requestId: view.requestId, email: contact.email };
  const isProved = fields.code !== "" && guestProofs.isRight(fields.code, order);
  if (fields.code !== "" && !isProved && !isAgain) {
    return again({ ...view, asksCode: true }, "review", { code: [wrongCode] }, invalidMessage);
  }
  const guest = { network: guestProofs.networkOf(clientAddress), isProved };
  return place(context, view, fields.draft, contact, { way, guest });
}

/**
 * Returns the cart's maximum total as the checkout would show it, for the first day available to a
 * postal code, and without a fee if none is typed. Null without a checkout or for an empty order;
 * "wait" has the seconds until it may be asked again. Rate-limited; anyone may call it.
 */
export async function mostOfCart(
  context: CheckoutContext,
  { draft, kept }: ViewFields,
): Promise<{ most: CartMost | null } | { wait: number }> {
  const wait = await context.limits.takeAll(cartMostCounts(context.clientAddress));
  if (wait !== null) return { wait };
  const first = await viewOf(context, { draft, kept: { ...kept, day: "" }, intent: "where" });
  const day = first?.delivery?.chosen.day ?? null;
  // Prices depend on the day.
  const view = day
    ? await viewOf(context, { draft, kept: { ...kept, day: day.key }, intent: "where" })
    : first;
  if (!view || view.summary.lines.length === 0) return { most: null };
  return { most: cartMost(view) };
}

async function place(
  context: CheckoutContext,
  view: CheckoutView,
  { lines }: OrderDraft,
  contact: NonNullable<ReturnType<typeof checkForm<ReturnType<typeof contactSchema>>>["data"]>,
  { way, guest }: { way: PaymentWay; guest: Guest },
): Promise<CheckoutAnswer> {
  const { db, log, shop, minOrderCents, cardPayments } = context;
  const { requestId, kept } = view;
  try {
    const placed = await placeRetailOrder(
      db,
      {
        requestId,
        lines: [...lines],
        notes: kept.notes,
        day: kept.day,
        allowsSubstitutes: kept.substitutes !== "",
        contact,
        way,
      },
      { shop, minOrderCents, hasCard: cardPayments !== null, guest },
    );
    return { placed };
  } catch (error) {
    if (error instanceof UnprovedError) return asksCode(context, view, contact.email, error);
    if (error instanceof PriceChangedError) {
      const message = [changedMeanwhile, ...error.problems.map((one) => one.message)].join(" ");
      return { view: { ...view, step: "review", message }, status: 409 };
    }
    if (error instanceof DayRefusedError) {
      const otherDays = error.next.map(asOtherDay);
      const message = dayRefusedInWords(error, shop.company);
      return { view: { ...view, step: "review", otherDays, message }, status: 409 };
    }
    if (error instanceof OrderRefusedError) {
      const errors: Record<string, string[]> = {};
      for (const { field, message } of error.problems) errors[field] = [message];
      const message = error.problems[0]?.message ?? invalidMessage;
      const isUseless = "requestId" in errors;
      const fresh = isUseless ? { ...view, requestId: randomUUID() } : view;
      return again(fresh, stepOf(errors), errors, message);
    }
    log.error({ err: error }, "a retail order was not placed");
    // The failure may have come after the commit; resending is idempotent.
    const message = `We could not tell whether your order arrived. Please press again: it is placed once at most. Or call ${shop.company.phone.display}.`;
    return { view: { ...view, step: "review", message }, status: 503 };
  }
}

async function asksCode(
  { db, guestProofs, shop }: CheckoutContext,
  view: CheckoutView,
  email: string,
  { reason }: UnprovedError,
): Promise<CheckoutAnswer> {
  const wait = await mailCode(db, guestProofs, { requestId: view.requestId, email }, shop);
  const instead =
    reason !== "share" && view.ways.includes("card")
      ? " Or press “Change your details” and pay by card."
      : "";
  if (wait === null) {
    const message = `${whyConfirm(reason)} We emailed you a code: enter it below.${instead}`;
    return { view: { ...view, step: "review", asksCode: true, message }, status: 409 };
  }
  const message = `${whyConfirm(reason)} We have sent this address as many emails as we may for now: please try again ${whenAgain(wait)}, or call ${shop.company.phone.display}.${instead}`;
  const headers = { "Retry-After": String(wait) };
  return { view: { ...view, step: "review", asksCode: true, message }, status: 429, headers };
}

const wrongCode =
  "This is not the code in our latest email. Look again, or leave this empty to get another one.";

const changedMeanwhile =
  "Something changed since you looked: please check the marked lines, then place the order.";

function stepOf(errors: Record<string, string[]>): CheckoutStep {
  const names = Object.keys(errors);
  if (names.some((name) => name === "day" || name === "postalCode")) return "where";
  return names.some((name) => ["address", "city", "way"].includes(name)) ? "contact" : "review";
}

function again(
  view: CheckoutView,
  step: CheckoutStep,
  errors: Record<string, string[]>,
  message: string | null,
): CheckoutAnswer {
  return { view: { ...view, step, errors, message }, status: 400 };
}

function tooOften(view: CheckoutView, seconds: number, { phone }: Company): CheckoutAnswer {
  const message = `Too many orders or steps in a short time. Please try again ${whenAgain(seconds)}, or call ${phone.display}.`;
  const headers = { "Retry-After": String(seconds) };
  return { view: { ...view, message }, status: 429, headers };
}

function tooManyCards(view: CheckoutView, seconds: number, { phone }: Company): CheckoutAnswer {
  const message = `Too many orders by card from your network. Choose another way to pay, try again ${whenAgain(seconds)}, or call ${phone.display}.`;
  const headers = { "Retry-After": String(seconds) };
  return { view: { ...view, step: "contact", message }, status: 429, headers };
}

interface Obstacle extends Pick<CheckoutView, "errors"> {
  message: string;
  otherDays?: CheckoutView["otherDays"];
}

/** Says why the address doesn't match the postal code whose days were shown; null if it does. */
function otherCode({ delivery, kept }: CheckoutView): string | null {
  const [chosen, typed] = [readPostalCode(kept.postalCode), postalCodeIn(kept.address)];
  if (!delivery || !chosen.ok || typed === null || typed === chosen.postalCode) return null;
  const [here, there] = [chosen.postalCode, typed].map(formatPostalCode);
  return `This address is in ${there}, but you chose a day for ${here}. Correct one of them.`;
}

function dayMissing({ chosen, words }: CheckoutDelivery, day: string): string {
  const { lost, zones, site } = chosen;
  if (words && !site?.zoneId && zones.length > 0) return `${words} ${pickUpInstead}`;
  if (!lost) return chooseDay;
  const isElsewhere = !zones.some(({ id }) => id === readDayKey(day)?.zoneId);
  if (!isElsewhere) return lostInWords(lost);
  return words ? `${words} Choose another day.` : chooseDay;
}

const pickUpInstead = "Choose a day to pick it up, or another postal code.";

/** Returns why the order can't go on to the next screen, and on which days it could. */
function obstacleIn(view: CheckoutView): Obstacle | null {
  const { delivery, costs, summary, kept } = view;
  if (summary.lines.length === 0) {
    return { errors: {}, message: "There is nothing left to order." };
  }
  if (delivery) {
    const { day } = delivery.chosen;
    if (!day || kept.day === "") {
      const message = dayMissing(delivery, kept.day);
      return { errors: { day: [message] }, message };
    }
  }
  const [lack] = lacksIn(summary);
  if (lack) return { errors: {}, message: lack };
  const message = belowMinimum(summary.cents, costs.minimumCents);
  if (!message) return null;
  const { shopMinimumCents } = view;
  const order = { estimateCents: summary.cents, shopMinimumCents };
  const days = delivery ? daysThatDo(delivery.chosen, order) : [];
  const otherDays = days.slice(0, otherDaysNamed).map(asOtherDay);
  return {
    errors: {},
    otherDays,
    message: otherDays.length > 0 ? `${message} Or take another day.` : message,
  };
}

/** Number of days offered instead of one whose minimum isn't met. */
const otherDaysNamed = 3;

function asOtherDay(day: DeliveryDay): CheckoutView["otherDays"][number] {
  return { key: runKey(day.zoneId, day.date), words: dayInWords(day) };
}

function stepAsked(intent: CheckoutIntent): CheckoutStep {
  if (intent === "place") return "review";
  return intent === "days" ? "where" : intent;
}

/** Describes a typing error in the postal code; an empty one means pickup. */
function postalMistake({ delivery, kept }: CheckoutView): string | null {
  const read = readPostalCode(kept.postalCode);
  return delivery && !read.ok && read.reason === "malformed" ? read.words : null;
}

async function countDemand({ deliveryRules, demand }: CheckoutContext, { kept }: CheckoutView) {
  const read = readPostalCode(kept.postalCode);
  if (read.ok && !zoneAt(await deliveryRules.get(), read.postalCode)) demand.count(read.postalCode);
}

/** The removed line is optional because not every screen shows it. */
type ViewFields = Pick<CheckoutFields, "draft" | "kept" | "intent"> &
  Partial<Pick<CheckoutFields, "dropped">>;

/** Builds the view of an order as sent; null without a checkout. */
async function viewOf(
  { db, cardPayments, deliveryRules, minOrderCents }: CheckoutContext,
  { draft, kept, intent, dropped = null }: ViewFields,
): Promise<CheckoutView | null> {
  const settings = await readPaymentSettings(db);
  const ways = waysOfPaying(settings, { hasCard: cardPayments !== null });
  if (ways.length === 0) return null;
  const now = new Date();
  const pricesOf = readDayKey(kept.day)?.date ?? pacificDay(now);
  const ids = draft.lines.map(({ productId }) => productId);
  const products = await withStock(db, await retailProducts(db, ids, pricesOf));
  const day = readDayKey(kept.day)?.date ?? null;
  const whole = summarize(draft, products, { day });
  const summary = { ...whole, lines: whole.lines.filter((line) => !whole.gone.includes(line)) };
  const rules = await deliveryRules.get();
  const order = { estimateCents: summary.cents, shopMinimumCents: minOrderCents };
  const { asked, delivery } = isSetUp(rules)
    ? deliveryAsked(rules, kept, intent, order, now)
    : { asked: kept, delivery: null };
  const chosen = delivery?.chosen ?? null;
  const minimumCents = chosen?.terms.minimumCents ?? minOrderCents;
  return {
    step: stepAsked(intent),
    requestId: isUuid(draft.requestId) ? draft.requestId : randomUUID(),
    kept: { ...asked, postalCode: asTyped(asked.postalCode) },
    summary,
    images: Object.fromEntries(products.map(({ id, imageUrl }) => [id, imageUrl])),
    dropped,
    gone: whole.gone.map(({ name }) => name),
    delivery,
    costs: costsOf(summary, chosen, minimumCents),
    shopMinimumCents: minOrderCents,
    ways,
    holdOn: authorizationDay(chosen?.day?.date ?? null, pacificDay(now)),
    etransferNote: settings.etransferNote,
    confirmWithin: confirmWithinInWords(settings.confirmHours, chosen?.day ?? null, now),
    errors: {},
    message: null,
    asksCode: false,
    otherDays: [],
  };
}

/** Formats a postal code; anything else is returned unchanged. */
function asTyped(postalCode: string): string {
  const read = readPostalCode(postalCode);
  return read.ok ? formatPostalCode(read.postalCode) : postalCode;
}

/**
 * Returns the choices, and the fields to go on with. A different postal code keeps the selected day
 * if it has it, and else gets its first day. An unserved one keeps the selection, because the next
 * code may be the first one again. A step without a day is refused with none preselected.
 */
function deliveryAsked<Kept extends CheckoutFields["kept"]>(
  rules: DeliveryRules,
  kept: Kept,
  intent: CheckoutIntent,
  order: Judged,
  now: Date,
): { asked: Kept; delivery: CheckoutDelivery } {
  const delivery = retailDelivery(rules, kept, order, now);
  const { chosen } = delivery;
  const isServed = chosen.zones.some(({ kind }) => kind === "delivery");
  if (intent === "days" && chosen.lost && isServed) {
    const asked = { ...kept, day: "" };
    return { asked, delivery: retailDelivery(rules, asked, order, now) };
  }
  const isOffered = intent === "days" || intent === "where";
  if (kept.day !== "" || isOffered) return { asked: kept, delivery };
  const terms = deliveryTerms(undefined, { ...order, isShared: false });
  const none = { day: null, zone: null, isShared: false, terms };
  return { asked: kept, delivery: { ...delivery, chosen: { ...chosen, ...none } } };
}
