import {
  handedOver,
  isAway,
  lbAt,
  leftWith,
  type OrderToStop,
  onTruck,
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
  type Accounted,
  elsewhereInWords,
  heldBack,
  lbUnsaid,
  type RecallCustomer,
  unaccounted,
} from "./elsewhere/said-elsewhere.ts";
import {
  contactText,
  type Recall,
  type RecallAnswer,
  type RecallContact,
  type RecallNotice,
} from "./recall.ts";
import { mailedInWords, mailStateOf, type ToldClient, toldInAll, wasTold } from "./told-words.ts";

// Texts shared by the pages, emails and papers of a recall.

const pounds = (lb: string) => formatLb(Number(lb));

/** Says that no call to an authority is noted. */
export function noCallsInWords({
  isDrill,
  closedAt,
}: Pick<Recall, "isDrill" | "closedAt">): string {
  if (isDrill) return "A drill calls nobody.";
  return closedAt ? "No call is noted." : "Nobody was called yet.";
}

/** States how long the search for the clients took, which is not the drill's total time. */
export function searchInWords(ms: number): string {
  return `Finding the clients took the shop ${tookInWords(ms)} of it.`;
}

/** "less than 0.1 seconds", "1.3 seconds" */
export function tookInWords(ms: number): string {
  return ms < 50 ? "less than 0.1 seconds" : `${(ms / 1000).toFixed(1)} seconds`;
}

const inWords = (hundredths: number) => formatLb(hundredths / 100);

/**
 * Says what became of the meat that a client who has answered may still have: they hold some to be
 * collected, or their answer doesn't account for all of it.
 */
function answeredInWords(
  customer: Accounted,
  answer: Pick<RecallAnswer, "usedLb" | "heldLb" | "discardedLb">,
  isOver: boolean,
): string[] {
  if (!customer.lines.some(isAway)) return [];
  const { usedLb, discardedLb } = answer;
  const held = heldBack(customer, answer);
  const missing = unaccounted(customer, answer);
  const toGetBack = held > 0 ? `${inWords(held)} to get back` : "nothing to get back";
  return [
    ...(isOver ? [] : [toGetBack]),
    ...(isOver && held > 0 ? [`${inWords(held)} held back`] : []),
    ...(Number(usedLb) > 0 ? [`${pounds(usedLb)} used`] : []),
    ...(Number(discardedLb) > 0 ? [`${pounds(discardedLb)} thrown away`] : []),
    ...elsewhereInWords(customer, answer),
    ...(missing > 0 ? [`${inWords(missing)} not accounted for`] : []),
  ];
}

/**
 * Says what a client has, or should return by their answer, and what hasn't reached them. Once the
 * recall is over, nothing is to be returned.
 */
export function whereInWords(
  customer: Accounted & Partial<Pick<RecallCustomer, "isCounter">>,
  answer?: RecallAnswer | null,
  isOver = false,
): string {
  const at = (place: TracedPlace, of: "lb" | "backLb") =>
    sumLb(customer.lines.flatMap((line) => (line.place === place ? [line[of]] : [])));
  const truckLb = customer.lines.reduce((sum, line) => sum + onTruck(line), 0);
  const [shopLb, backLb] = [at("shop", "lb"), at("client", "backLb")];
  const unsaidLb = lbUnsaid(customer);
  const said = [
    ...(answer ? answeredInWords(customer, answer, isOver) : []),
    Number(unsaidLb) > 0 && !answer
      ? `${pounds(unsaidLb)} ${customer.isCounter ? "sold" : "with them"}`
      : "",
    ...(answer ? [] : elsewhereInWords(customer)),
    truckLb > 0 ? `${inWords(truckLb)} on the truck` : "",
    shopLb > 0 ? `${inWords(shopLb)} packed, not left` : "",
    backLb > 0 ? `${inWords(backLb)} came back` : "",
  ].filter(Boolean);
  if (said.length > 0) return said.join(", ");
  return customer.lines.length > 0 ? "Nothing with them" : "Has nothing of it any more";
}

/**
 * Returns the pounds delivered to a client since they were told, or since the email if the pounds
 * they were told weren't stored; null for nothing.
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

/** True if a mailed client got more since they were told, so needs another email. */
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

/** "10.11 lb kept, 4 lb refused", or only the pounds if the client kept all of a line. */
export function givenInWords(
  line: Pick<TracedLine, "place" | "lb" | "backLb" | "refusedLb" | "awaitedLb">,
): string {
  // Less may have been weighed than was refused; the rest isn't the client's.
  const kept = Math.min(handedOver(line), leftWith(line));
  const parts: [number, string][] = [
    [kept, "kept"],
    [Math.min(toHundredthsLb(line.refusedLb), toHundredthsLb(line.lb)), "refused"],
    [handedOver(line) - kept, "came back"],
  ];
  const said = parts.filter(([lb]) => lb > 0);
  if (kept > 0 && said.length === 1) return formatLb(kept / 100);
  return said.map(([lb, what]) => `${formatLb(lb / 100)} ${what}`).join(", ");
}

/** "5 lb of Striploin and 7.2 lb of Brisket", by a client's product; empty for a single one. */
export function byProductInWords(
  lines: readonly { productName: string; leftLb: string }[],
): string {
  const products = [...Map.groupBy(lines, ({ productName }) => productName)];
  if (products.length < 2) return "";
  const said = products.map(
    ([name, own]) => `${inWords(sumLb(own.map(({ leftLb }) => leftLb)))} of ${name}`,
  );
  return `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
}

/** "Got more since they were told, 45.39 lb"; empty for nothing. */
export function gotMoreInWords(
  notice: Pick<RecallNotice, "mailedAt" | "toldLb"> | undefined,
  customer: Pick<TracedCustomer, "lines">,
): string {
  const lb = customer.lines.some(isAway) ? moreThanTold(notice, customer) : null;
  return lb === null ? "" : `Got more since they were told, ${pounds(lb)}`;
}

/** Says when a line was, or will be, delivered; one that was refused as a whole never was. */
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
    | "stayedLb"
  >,
): string {
  const { status, deliveredAt, deliveryDay, packedAt } = line;
  if (status === "cancelled") return "Cancelled";
  if (line.place === "client" && Number(line.refusedLb) > 0 && handedOver(line) === 0) {
    return deliveredAt && !line.stayedLb ? "Refused, not handed over" : "Not handed over";
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

/** "40.5 lb of lot G-1, packed for Saturday, November 28" */
export function toStopInWords({ lb, lots, deliveryDay, ...order }: OrderToStop): string {
  if (order.isRefused) {
    return `${pounds(lb)} of lot ${lots.join(", ")}, refused: on the truck until it is weighed`;
  }
  const where = order.isOnTruck ? "on the truck" : "in the shop";
  const day = deliveryDay ? `, for ${formatFullDay(deliveryDay)}` : "";
  return `${pounds(lb)} of lot ${lots.join(", ")}, ${where}${day}`;
}

/** States what an all clear released, on the page, in the files and in the history. */
export function clearInWords({ lotIds, stayedOnHold }: Pick<Recall, "lotIds" | "stayedOnHold">) {
  // Older files don't have what stayed on hold.
  if (!stayedOnHold) return "the meat is good";
  const stayed = stayedOnHold.length;
  if (stayed === 0) return "the meat is good, and its lots were released";
  const released = lotIds.length - stayed;
  const which = stayed > 5 ? `${stayed} lots` : `lot ${stayedOnHold.join(", ")}`;
  const stays = `${which} ${stayed === 1 ? "stays" : "stay"} on hold for another reason`;
  return `the meat is good. ${countOf(released, "lot")} ${released === 1 ? "was" : "were"} released; ${stays}`;
}

/** Says that a recall is closed, on its page and paper; null for an open one and for a drill. */
export function endedInWords(
  recall: Pick<
    Recall,
    "closedAt" | "isUnfounded" | "isDrill" | "lotIds" | "stayedOnHold" | "notices" | "contacts"
  >,
  told: readonly ToldClient[],
): { title: string; text: string } | null {
  if (!recall.closedAt || recall.isDrill) return null;
  if (!recall.isUnfounded) {
    const text =
      "No more clients are emailed or called about it. What it found is shown as it was on closing.";
    return { title: "This recall is closed", text };
  }
  const title = `Closed as all clear: ${clearInWords(recall)}`;
  const rest =
    told.length > 0
      ? `${toldInAll(told)} Nobody else is called.`
      : "Nobody had been told to hold it back, so nobody is mailed or called.";
  return {
    title,
    text: `${rest}${stillWaiting(recall)} Below is the record, as it was at the end.`,
  };
}

/** Says that a first mail was withdrawn, or may yet have reached somebody; empty for none. */
function stillWaiting(recall: Pick<Recall, "notices" | "contacts">): string {
  const untold = (state: "waiting" | "withdrawn") =>
    recall.notices.filter(
      (notice) => mailStateOf(notice) === state && !wasTold(recall, { id: notice.customerId }),
    ).length;
  const [waiting, withdrawn] = [untold("waiting"), untold("withdrawn")];
  const never =
    withdrawn > 0
      ? ` The mail to ${countOf(withdrawn, "client")} was still waiting to be sent, so it was withdrawn: they hear nothing of the recall.`
      : "";
  if (waiting === 0) return never;
  return `${never} The mail to ${countOf(waiting, "client")} was waiting to be sent: it may have reached them since, and its link says that the meat is good.`;
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
 * Says what a client may have, and whether that is settled; no state if there is nobody to call.
 * Their answer is about meat of known lots, so it doesn't reduce the amount.
 */
export function mayHaveInWords(
  recall: Pick<Recall, "contacts" | "notices" | "isDrill" | "closedAt">,
  customer: TracedCustomer,
): {
  where: string;
  state: "Ticked off" | "May have: call" | "Not ticked off" | null;
  calls: string;
} {
  const isAsked = !recall.isDrill && !customer.isCounter && customer.lines.some(isAway);
  const open = recall.closedAt ? "Not ticked off" : "May have: call";
  const state = isSettled(recall, customer) ? "Ticked off" : open;
  return {
    where: whereInWords(customer),
    state: isAsked ? state : null,
    calls: callsInWords(recall, customer),
  };
}

/** "76.6 lb of Beef Short Ribs packed without a lot since …" */
export function unnamedInWords({ products }: Pick<UnnamedMeat, "products">): string[] {
  return products.map(
    ({ name, lb, from, until }) =>
      `${pounds(lb)} of ${name} packed without a lot while it was here, ${
        from === until ? formatFullDay(from) : `${formatFullDay(from)} to ${formatFullDay(until)}`
      }`,
  );
}

/** Says how a client was notified, what they answered, and which calls were made. */
export function answerInWords(
  recall: Pick<Recall, "isDrill"> & Partial<Pick<Recall, "contacts" | "closedAt">>,
  notice: RecallNotice | undefined,
  customer: RecallCustomer,
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
  { isDrill, closedAt }: Pick<Recall, "isDrill"> & Partial<Pick<Recall, "closedAt">>,
  notice: RecallNotice | undefined,
  customer: RecallCustomer,
): string {
  if (isDrill) return "";
  const isOver = Boolean(closedAt);
  if (notice?.answer) {
    const { usedLb, heldLb, discardedLb, answeredBy, isByPhone, answeredAt, note } = notice.answer;
    const said = `used ${pounds(usedLb)}, held ${pounds(heldLb)}, discarded ${pounds(discardedLb)}`;
    const by = `${answeredBy}${isByPhone ? ", by phone" : ""}, ${formatDateTime(answeredAt)}`;
    return `${by}: ${said}${note ? `. ${note}` : ""}`;
  }
  if (notice?.mailedAt) return mailedInWords(notice, customer, isOver);
  if (!customer.lines.some(isAway)) {
    return customer.lines.some(({ place }) => place === "client")
      ? "Has nothing of it"
      : "Has nothing of it yet";
  }
  if (customer.isCounter) {
    const sold = `Sold at the counter, ${pounds(lbAt(customer))}`;
    return isOver ? sold : `${sold}: nobody to call; put up a notice`;
  }
  if (isOver) return notice ? "Could not be mailed" : "Not mailed";
  return notice ? "Can’t be mailed: call" : "Not told yet";
}
