import {
  handedOver,
  isAway,
  lbAt,
  type OrderToStop,
  type TracedCustomer,
  type TracedLine,
  type TracedPlace,
  type UnnamedMeat,
} from "#app/domain/lots/lot-trace.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { formatDate, formatDateTime, formatFullDay } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import {
  contactText,
  type Recall,
  type RecallAnswer,
  type RecallContact,
  type RecallMail,
  type RecallNotice,
} from "./recall.ts";

// Texts shared by the pages, mails and papers of a recall.

const pounds = (lb: string) => formatLb(Number(lb));

/** Says how long the search for the clients took, which is not the drill's total time. */
export function searchInWords(ms: number): string {
  return `Finding the clients took the shop ${tookInWords(ms)} of it.`;
}

/** "less than 0.1 seconds", "1.3 seconds" */
export function tookInWords(ms: number): string {
  return ms < 50 ? "less than 0.1 seconds" : `${(ms / 1000).toFixed(1)} seconds`;
}

/** A client without an answer is called after this many hours. */
export const callAfterHours = 2;

const inWords = (hundredths: number) => formatLb(hundredths / 100);

/**
 * Says what became of the meat that a client who has answered may still have: what they hold is to
 * be collected, and their answer may not account for all of it.
 */
function answeredInWords(
  customer: Pick<TracedCustomer, "lines">,
  { usedLb, heldLb, discardedLb }: Pick<RecallAnswer, "usedLb" | "heldLb" | "discardedLb">,
): string[] {
  const has = toHundredthsLb(lbAt(customer));
  if (has === 0) return [];
  const unused = Math.max(0, has - sumLb([usedLb, discardedLb]));
  const back = sumLb(customer.lines.map((line) => (line.place === "client" ? line.backLb : "0")));
  const said = toHundredthsLb(heldLb);
  // Whoever names more than they had still holds what they say, until that much came back.
  const held = Math.max(Math.min(unused, said), Math.min(has, said - back));
  return [
    held > 0 ? `${inWords(held)} to get back` : "nothing to get back",
    ...(Number(usedLb) > 0 ? [`${pounds(usedLb)} used`] : []),
    ...(Number(discardedLb) > 0 ? [`${pounds(discardedLb)} thrown away`] : []),
    ...(unused > held ? [`${inWords(unused - held)} not accounted for`] : []),
  ];
}

/** Says what a client has, or should return by their answer, and what hasn't reached them. */
export function whereInWords(
  customer: Pick<TracedCustomer, "lines"> & Partial<Pick<TracedCustomer, "isCounter">>,
  answer?: RecallAnswer | null,
): string {
  const at = (place: TracedPlace, of: "lb" | "backLb" | "awaitedLb") =>
    sumLb(customer.lines.flatMap((line) => (line.place === place ? [line[of]] : [])));
  const truckLb = at("truck", "lb") + at("client", "awaitedLb");
  const [shopLb, backLb] = [at("shop", "lb"), at("client", "backLb")];
  const has = customer.lines.some(isAway);
  const said = [
    ...(answer ? answeredInWords(customer, answer) : []),
    has && !answer ? `${pounds(lbAt(customer))} ${customer.isCounter ? "sold" : "with them"}` : "",
    truckLb > 0 ? `${inWords(truckLb)} on the truck` : "",
    shopLb > 0 ? `${inWords(shopLb)} packed, not left` : "",
    backLb > 0 ? `${inWords(backLb)} came back` : "",
  ].filter(Boolean);
  if (said.length > 0) return said.join(", ");
  return customer.lines.length > 0 ? "Nothing with them" : "Has nothing of it any more";
}

/**
 * Returns the pounds delivered to a client since they were told; null for nothing. If what they
 * were told wasn't stored, counts what was delivered after the mail.
 */
export function moreThanTold(
  notice: Pick<RecallNotice, "mailedAt" | "toldLb"> | undefined,
  { lines }: Pick<TracedCustomer, "lines">,
): string | null {
  if (!notice) return null;
  const { toldLb, mailedAt } = notice;
  const isTold = ({ deliveredAt }: TracedLine) =>
    mailedAt === null || deliveredAt === null || deliveredAt <= mailedAt;
  const told =
    toldLb === null
      ? toHundredthsLb(deliveredLb({ lines: lines.filter(isTold) }))
      : toHundredthsLb(toldLb);
  const more = toHundredthsLb(deliveredLb({ lines })) - told;
  return more > 0 ? toPounds(hundredthsLb(more)) : null;
}

/** True if a mailed client got more since they were told, so that they need another mail. */
export function isToTellAgain(
  notice: Pick<RecallNotice, "mailedAt" | "toldLb"> | undefined,
  customer: Pick<TracedCustomer, "lines">,
): boolean {
  const isMailed = Boolean(notice?.mailedAt) && customer.lines.some(isAway);
  return isMailed && moreThanTold(notice, customer) !== null;
}

/** Returns what was handed over to a client, including what came back since. */
export function deliveredLb({ lines }: Pick<TracedCustomer, "lines">): string {
  return toPounds(hundredthsLb(lines.reduce((sum, line) => sum + handedOver(line), 0)));
}

/** "Got more since they were told, 45.39 lb"; empty for nothing. */
export function gotMoreInWords(
  notice: Pick<RecallNotice, "mailedAt" | "toldLb"> | undefined,
  customer: Pick<TracedCustomer, "lines">,
): string {
  const lb = customer.lines.some(isAway) ? moreThanTold(notice, customer) : null;
  return lb === null ? "" : `Got more since they were told, ${pounds(lb)}`;
}

/** Says when a line was delivered, or will be; one that was refused as a whole never was. */
export function deliveredInWords(
  line: Pick<
    TracedLine,
    | "status"
    | "deliveredAt"
    | "deliveryDay"
    | "packedAt"
    | "place"
    | "lb"
    | "backLb"
    | "refusedLb"
    | "awaitedLb"
  >,
): string {
  const { status, deliveredAt, deliveryDay, packedAt } = line;
  if (status === "cancelled") return "Cancelled";
  if (line.place === "client" && Number(line.refusedLb) > 0 && handedOver(line) === 0) {
    return deliveredAt ? "Refused, not handed over" : "Not handed over";
  }
  if (deliveredAt) return `Delivered ${formatDate(deliveredAt)}`;
  if (deliveryDay) return `Packed for ${formatFullDay(deliveryDay)}`;
  return `Packed ${formatDate(packedAt)}`;
}

export function stateInWords(line: TracedLine): string {
  if (line.status === "pending") return "Being packed, not left";
  if (line.place === "truck") return "On the truck, not delivered";
  return line.place === "shop" ? `${deliveredInWords(line)}, not left` : deliveredInWords(line);
}

/** What to stop of an order: "40.5 lb of lot G-1, packed for Saturday, November 28". */
export function toStopInWords({ lb, lots, deliveryDay, ...order }: OrderToStop): string {
  if (order.isRefused) {
    return `${pounds(lb)} of lot ${lots.join(", ")}, refused: on the truck until it is weighed`;
  }
  const where = order.isOnTruck ? "on the truck" : "in the shop";
  const day = deliveryDay ? `, for ${formatFullDay(deliveryDay)}` : "";
  return `${pounds(lb)} of lot ${lots.join(", ")}, ${where}${day}`;
}

/** Returns the best state among the mails to a client; null if none was written. */
export function mailStateOf(
  notice: Pick<RecallNotice, "mailedAt" | "mails"> | undefined,
): RecallMail["state"] | null {
  if (!notice?.mailedAt) return null;
  const isOne = (state: RecallMail["state"]) => notice.mails.some((mail) => mail.state === state);
  const states = ["delivered", "waiting", "failed", "file"] as const;
  // Mails that the outbox has deleted were delivered months ago.
  return states.find(isOne) ?? "delivered";
}

/** Returns when a mail to a client was delivered; null if none was. */
export function toldAtOf(notice: RecallNotice | undefined): Date | null {
  if (mailStateOf(notice) !== "delivered") return null;
  const delivered = notice?.mails.find(({ state }) => state === "delivered");
  return delivered?.stateAt ?? notice?.mailedAt ?? null;
}

/** True if a client was told to hold the meat back: by a mail that goes out, or by phone. */
export function wasTold(
  { notices, contacts }: Pick<Recall, "notices" | "contacts">,
  { id }: Pick<TracedCustomer, "id">,
): boolean {
  const isOwn = (one: { customerId: string }) => one.customerId === id;
  const notice = notices.find(isOwn);
  const state = mailStateOf(notice);
  return (
    Boolean(notice?.answer) ||
    state === "delivered" ||
    state === "waiting" ||
    contacts.some((one) => isOwn(one) && one.outcome === "told")
  );
}

/** What an all clear means, on the page, in the files and in the history: what it released. */
export function clearInWords({ lotIds, stayedOnHold }: Pick<Recall, "lotIds" | "stayedOnHold">) {
  // Older files do not say what stayed on hold.
  if (!stayedOnHold) return "the meat is good";
  const stayed = stayedOnHold.length;
  if (stayed === 0) return "the meat is good, and its lots were released";
  const released = lotIds.length - stayed;
  const [was, them] = stayed === 1 ? ["was", "it"] : ["were", "them"];
  return `the meat is good. ${countOf(released, "lot")} ${released === 1 ? "was" : "were"} released; ${countOf(stayed, "lot")} ${was} put on hold apart from this recall, which did not release ${them}`;
}

/** A client who was told to hold meat back that proved to be good. */
export interface ToldClient {
  id: string;
  name: string;
  phone: string;
  email: string;
}

/** Returns the clients who were told to hold meat back that proved to be good, by name. */
export function toldClients(
  recall: Pick<Recall, "notices" | "contacts">,
  customers: readonly TracedCustomer[],
): ToldClient[] {
  const told = customers.filter((customer) => wasTold(recall, customer));
  return [...new Map(told.map((one) => [one.id, one])).values()]
    .map(({ id, companyName, contactName, phone, email }) => ({
      ...{ id, phone, email, name: companyName || contactName || "Unknown Client" },
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Says that those who were told to hold it back are to be called; empty for nobody. */
export const toldInAll = (told: readonly ToldClient[]) =>
  told.length > 0
    ? `${countOf(told.length, "client")} had been told to hold it back. They are not mailed: call them.`
    : "";

function mailedInWords(notice: RecallNotice, customer: Pick<TracedCustomer, "lines">): string {
  const again = notice.round > 1 ? " again" : "";
  const left = customer.lines.length === 0 ? ", has nothing of it any more" : "";
  switch (mailStateOf(notice)) {
    case "waiting":
      return `The mail waits to be sent${again}, no answer yet${left}`;
    case "failed":
      return `The mail could not be delivered${again}${left}`;
    case "file":
      return `The mail became a file and reached nobody${again}${left}`;
    default:
      return `Mailed${again} ${formatDateTime(toldAtOf(notice) ?? new Date(0))}, no answer yet${left}`;
  }
}

/** "Called, no answer, Nov 28, 2026, 9:05 a.m." */
function contactInWords({ outcome, note, recordedBy, recordedAt }: RecallContact): string {
  const when = [formatDateTime(recordedAt), recordedBy].filter(Boolean).join(", ");
  return `${contactText[outcome]}, ${when}${note ? `: ${note}` : ""}`;
}

/** True if a client who may have some was told or has none, or if nothing of it reached them. */
export function isSettled(
  { contacts, notices }: Pick<Recall, "contacts" | "notices">,
  customer: Pick<TracedCustomer, "id" | "lines" | "isCounter">,
): boolean {
  if (customer.isCounter || !customer.lines.some(isAway)) return true;
  const isOwn = (one: { customerId: string }) => one.customerId === customer.id;
  return (
    contacts.some((one) => isOwn(one) && one.outcome !== "no answer") ||
    notices.some((one) => isOwn(one) && one.answer !== null)
  );
}

/**
 * Says of a client who may have some what is with them, and whether they are ticked off; no state if
 * there is nobody to call. An answer of theirs is about meat of known lots, so it takes nothing off.
 */
export function mayHaveInWords(
  recall: Pick<Recall, "contacts" | "notices" | "isDrill">,
  customer: TracedCustomer,
): { where: string; state: "Ticked off" | "May have: call" | null; calls: string } {
  const isAsked = !recall.isDrill && !customer.isCounter && customer.lines.some(isAway);
  const state = isSettled(recall, customer) ? "Ticked off" : "May have: call";
  return {
    ...{ where: whereInWords(customer), state: isAsked ? state : null },
    calls: callsInWords(recall, customer),
  };
}

/** Names meat that may be affected: "76.6 lb of Beef Short Ribs left without a lot since …". */
export function unnamedInWords({ products }: Pick<UnnamedMeat, "products">): string[] {
  return products.map(
    ({ name, lb, from, until }) =>
      `${pounds(lb)} of ${name} left without a lot while it was here, ${
        from === until ? formatFullDay(from) : `${formatFullDay(from)} to ${formatFullDay(until)}`
      }`,
  );
}

/** Says how a client was notified and what they answered, and the calls to them. */
export function answerInWords(
  recall: Pick<Recall, "isDrill"> & Partial<Pick<Recall, "contacts">>,
  notice: RecallNotice | undefined,
  customer: TracedCustomer,
): string {
  const calls = callsInWords({ contacts: recall.contacts ?? [] }, customer);
  return [toldInWords(recall, notice, customer), calls].filter(Boolean).join(". ");
}

/** Lists the calls to a client that brought no answer about pounds; empty for none. */
export function callsInWords(
  { contacts }: Pick<Recall, "contacts">,
  { id }: Pick<TracedCustomer, "id">,
): string {
  const own = contacts.filter(({ customerId }) => customerId === id);
  return own.map(contactInWords).join(". ");
}

function toldInWords(
  { isDrill }: Pick<Recall, "isDrill">,
  notice: RecallNotice | undefined,
  customer: TracedCustomer,
): string {
  if (isDrill) return "";
  if (notice?.answer) {
    const { usedLb, heldLb, discardedLb, answeredBy, isByPhone, answeredAt, note } = notice.answer;
    const said = `used ${pounds(usedLb)}, held ${pounds(heldLb)}, discarded ${pounds(discardedLb)}`;
    const by = `${answeredBy}${isByPhone ? ", by phone" : ""}, ${formatDateTime(answeredAt)}`;
    return `${by}: ${said}${note ? `. ${note}` : ""}`;
  }
  if (notice?.mailedAt) return mailedInWords(notice, customer);
  if (!customer.lines.some(isAway)) {
    return customer.lines.some(({ place }) => place === "client")
      ? "Has nothing of it"
      : "Has nothing of it yet";
  }
  if (customer.isCounter) {
    return `Sold at the counter, ${pounds(lbAt(customer))}: nobody to call; put up a notice`;
  }
  return notice ? "Can’t be mailed: call" : "Not told yet";
}
