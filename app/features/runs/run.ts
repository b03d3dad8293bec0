import type { RunLoad } from "#app/domain/delivery/capacity.ts";
import { isAllRefused } from "#app/domain/delivery/runs/all-refused.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import type { BilledLine } from "#app/domain/documents/document-taxes.ts";
import type { DoorReceipt } from "#app/domain/door/door-receipt.ts";
import type { TemperatureQuestion } from "#app/domain/door/door-settings.ts";
import type { HeldWithClient } from "#app/domain/lots/holds/lot-holds.ts";
import { type NamedOrder, orderName, orderNumber } from "#app/domain/orders/order.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { dateInWords, daysAfter } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type {
  ArrivalChannel,
  DeliveryKind,
  RunState,
  StopState,
} from "#db/schema/values/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import type { ComingAgain } from "./coming-again.ts";
import type { StayingLine } from "./reports/kept-back.ts";
import type { StopVisit } from "./reports/visits.ts";
import type { SettledReport } from "./unrecorded.ts";

export const maxDriver = 100;

/** A run in the list: a zone on a day. Pounds are decimal text, as in the database. */
export interface RunSummary {
  id: string;
  /** A Pacific day, "2026-11-26". */
  date: string;
  zone: string;
  kind: DeliveryKind;
  state: RunState;
  driver: string;
  /** Stops that have an order. */
  stops: number;
  /** Stops of these that were visited. */
  visited: number;
  boxes: number;
  orderedLb: string;
  packedLb: string;
  /** Orders not finished at the packing station. */
  unpacked: number;
  load: RunLoad;
  /** Payments taken by the driver and not taken back, in cents. */
  takenCents: number;
  /** Cash counted less payments taken, in cents; null until cashed up. */
  countedDifference: number | null;
}

export interface RunLine {
  id: string;
  productName: string;
  packedLb: string;
  refusedLb: string;
  /** Kept back by us, in boxes with meat on hold. */
  keptLb: string;
  weighedLb: string;
  /** The line as billed; null if it isn't billed yet, or not by the pound. */
  billed: BilledLine | null;
}

export interface RunOrder extends NamedOrder {
  status: Exclude<OrderStatus, "awaiting_payment" | "cancelled">;
  /** The packed boxes; none if its run left without it, since it is still in the shop. */
  boxes: number;
  orderedLb: string;
  packedLb: string;
  /** The client's notes for this order, and for every order. */
  notes: string;
  lines: RunLine[];
  /** Estimate of its goods in cents, which decides the delivery fee. */
  goodsCents: number;
  /** The tax code of most of them, by which a fee without its own is taxed. */
  goodsTaxCode: string;
}

/** Amount due from a customer who pays at the door. */
export interface ToCollect {
  /** Negative if goods were refused that had been paid; nothing is collected then. */
  cents: number;
  /** Deduction for goods that were refused here and aren't credited yet. */
  refusedCents: number;
  /** False while an order isn't packed and the run isn't out, because there is no invoice yet. */
  isFinal: boolean;
}

/** The most cents by which cash is rounded, which are neither owed nor too much. */
export const mostRoundedCents = 2;

/** Gate and door codes of a run's stops, and until when (ms) a phone may keep them. */
export interface GateCodes {
  byStop: Record<string, string>;
  until: number;
}

/** How a client is told that the driver is near, and whether they were. */
export interface Arriving {
  /** Null if we have neither a phone number nor an email address. */
  by: ArrivalChannel | null;
  /** Masked for display: "…0142". */
  to: string;
  /** Why they can't be told; empty if they can. */
  whyNot: string;
  told: { at: Date; state: "waiting" | "sent" | "failed" } | null;
}

export interface RunStop {
  id: string;
  customerId: string;
  name: string;
  address: string;
  postalCode: string;
  phone: string;
  notes: string;
  /** The window, Pacific: "08:00" to "12:00". */
  from: string;
  to: string;
  state: StopState;
  visitedAt: Date | null;
  receivedBy: string;
  leftWith: "neighbour" | null;
  note: string;
  temperatureC: string | null;
  signatureId: string | null;
  photoId: string | null;
  /** Visits before the one above, or before an order was added that still waits; oldest first. */
  earlier: StopVisit[];
  arriving: Arriving;
  /** Why the reports here can't be taken back; empty if they can. */
  undoObstacle: string;
  /** Ids of pictures that show where to go. */
  sitePhotos: string[];
  /**
   * Null if the customer doesn't pay at the door, or the run is out without packed orders for it.
   */
  toCollect: ToCollect | null;
  /** The client's other open amounts in cents; 0 unless the driver may take them. */
  olderCents: number;
  /** True if the client has other open amounts that the driver may not take. */
  owesOlder: boolean;
  /** Everything open on the client's account, in cents; 0 if the driver may not know it. */
  accountCents: number;
  /** The part of it due before today, in cents; 0 if the driver may not know it. */
  overdueCents: number;
  /** The client's open invoices, oldest first, for a payment that is for some of them. */
  openInvoices: OpenInvoice[];
  /** True if orders here are invoiced one by one, so that a second delivery can be billed. */
  isBilledByOrder: boolean;
  /** Other runs to the site, by `runKey`; orders that join them pay no fee. */
  otherRuns: string[];
  orders: RunOrder[];
}

/** A packed order of a run that left before it was packed, so that it is still in the shop. */
export interface LeftBehind extends NamedOrder {
  name: string;
}

/** An order that was moved or cancelled while its run was out. */
export interface MovedOrder extends NamedOrder {
  name: string;
  /** Where it goes now; null if it was cancelled. */
  to: { day: string; kind: DeliveryKind } | null;
  /** Its boxes and pounds on the truck; none if it was packed after the run left. */
  boxes: number;
  packedLb: string;
  /** True if the driver moved it at the door, so that its boxes are on the truck. */
  isByDriver: boolean;
  /** False if it was not packed when it was moved, or only after the truck had left. */
  wasOnBoard: boolean;
  /** The recipient in the driver's unrecorded report that it was handed over; null for none. */
  handedOverTo: string | null;
  /** True once it has left again with another run, or waits for none. */
  isOut: boolean;
}

/** A stop where nobody took the orders, which were all given another day or cancelled since. */
export interface MissedStop
  extends Pick<
    RunStop,
    | "id"
    | "name"
    | "address"
    | "postalCode"
    | "phone"
    | "notes"
    | "from"
    | "to"
    | "state"
    | "visitedAt"
    | "note"
    | "receivedBy"
    | "leftWith"
    | "temperatureC"
    | "toCollect"
  > {
  orders: [];
  left: Pick<MovedOrder, "id" | "number" | "to" | "boxes" | "packedLb">[];
}

export interface HeldOrder extends NamedOrder {
  name: string;
  lots: string[];
  products: string[];
  boxes: number[];
  lines: string[];
  /** Everything that stays on the truck: such meat, and other meat in a box with it. */
  stays: StayingLine[];
  isWhole: boolean;
}

/** "Order 1042, Sample Bistro: box 2 has Ribeye Steak of lot L-1" */
export function heldInWords({ number, name, lots, products, boxes }: HeldOrder): string {
  const meat = `${products.join(", ")} of lot ${lots.join(", ")}`;
  const where =
    boxes.length === 0
      ? meat
      : `${boxes.length === 1 ? "box" : "boxes"} ${boxes.join(", ")} ${boxes.length === 1 ? "has" : "have"} ${meat}`;
  return `${orderName(number)}, ${name}: ${where}`;
}

/** A box that travels with another stop of its client than the rest of its order. */
export interface BoxElsewhere {
  orderId: string;
  number: number;
  box: number;
  fromStopId: string;
  toStopId: string;
  toRunId: string;
  isOut: boolean;
  date: string;
  address: string;
  note: string;
}

/** The driver's options for undelivered orders. */
export interface DoorChoices {
  /** Days for a second delivery; empty if the office decides. */
  days: ComingAgain[];
  secondFee: SecondFee;
  neighbours: boolean;
  temperature: TemperatureQuestion;
}

export interface RunReceipt extends DoorReceipt {
  customerId: string;
  /** The cents that it settles elsewhere; 0 unless the driver may take money for that. */
  olderCents: number;
  /** True if it settles something else, where the driver may not. */
  isForOlder: boolean;
}

/** An invoice that a driver may take money for. Days are Pacific. */
export interface OpenInvoice {
  number: string;
  /** Undefined on a phone that stored the run before it had this field. */
  issuedOn?: string;
  dueOn?: string | null;
  /** Its open cents; null if the driver may not know them. */
  cents: number | null;
  /** True for an invoice of the stop itself. */
  isHere: boolean;
}

export interface Run {
  id: string;
  date: string;
  zoneId: string;
  zone: string;
  kind: DeliveryKind;
  place: string;
  state: RunState;
  driver: string;
  departedAt: Date | null;
  /** When the office said that the driver is back; null if the run goes on, or ended by itself. */
  endedAt: Date | null;
  /** The latest handover; null if there was none. */
  takenOver: { from: string; to: string; at: Date } | null;
  load: RunLoad;
  stops: RunStop[];
  /** Its orders that were packed after it left, which are not in its stops and sums. */
  leftBehind: LeftBehind[];
  moved: MovedOrder[];
  /** Stops without any order left because nobody took them, in driving order. */
  missed: MissedStop[];
  /** Orders with meat of lots on hold, which must not be handed over. */
  held: HeldOrder[];
  /** Meat on hold that was handed over anyway, whose clients were not told yet. */
  handedOver: HeldWithClient[];
  /** Payments taken by the driver, oldest first, including those of stops that are gone. */
  receipts: RunReceipt[];
  /** Unrecorded reports of its drivers that the office settled since. */
  settled: SettledReport[];
  /** Boxes, from or to this run, that travel with another stop. */
  boxMoves: BoxElsewhere[];
  /** Its clients' stops on this and on coming runs; only shown to the office. */
  boxStops: { id: string; customerId: string; date: string; address: string }[];
  choices: DoorChoices;
}

/** The load of a run or a stop: "12 boxes, 340.5 lb". */
export function loadOf(
  orders: readonly (Pick<RunOrder, "boxes" | "packedLb"> & { orderedLb?: string })[],
) {
  const lb = (of: "orderedLb" | "packedLb") =>
    toPounds(sumLb(orders.map((order) => order[of] ?? "0.00")));
  return {
    boxes: orders.reduce((sum, { boxes }) => sum + boxes, 0),
    orderedLb: lb("orderedLb"),
    packedLb: lb("packedLb"),
  };
}

/** Returns the pounds of orders that come back: refused at the door, or kept back by us. */
export function backLbOf(
  orders: readonly { lines: readonly Pick<RunLine, "refusedLb" | "keptLb">[] }[],
): string {
  const lines = orders.flatMap((order) => order.lines);
  return toPounds(sumLb(lines.flatMap(({ refusedLb, keptLb }) => [refusedLb, keptLb])));
}

/** True if a stop was visited, and its client refused everything offered. */
export function isRefusedStop({ state, orders }: Pick<RunStop, "state" | "orders">): boolean {
  const offered = orders.filter(({ status }) => status === "delivered");
  return state === "delivered" && isAllRefused(offered.flatMap(({ lines }) => lines));
}

/** True if a stop has a report that may be taken back: a visit, or a refused line. */
export function isReported({
  state,
  orders,
  earlier,
}: Pick<RunStop, "state" | "orders" | "earlier">): boolean {
  return state !== "waiting" || earlier.length > 0 || Number(backLbOf(orders)) > 0;
}

/** Shown to a driver in place of an undo once the office has ended the run. */
export const driverIsBack = "The driver is back, so only the office can undo this, until midnight.";

/** Returns the total to collect at the stops. */
export function collected(stops: readonly Pick<RunStop, "toCollect">[]): ToCollect | null {
  const owing = stops.flatMap(({ toCollect }) => toCollect ?? []);
  if (owing.length === 0) return null;
  return {
    cents: sumCents(owing, ({ cents }) => Math.max(0, cents)),
    refusedCents: sumCents(owing, ({ refusedCents: less }) => less),
    isFinal: owing.every(({ isFinal }) => isFinal),
  };
}

/** "Box 2 of order 1042 is handed over at 12 Main St, Abbotsford" */
export function boxElsewhereInWords({ box, number, address, date }: BoxElsewhere, day: string) {
  const where = address.replace(/\s+/g, " ").trim() || "another stop";
  const when = date === day ? "" : ` on ${dateInWords(date)}`;
  return `Box ${box} of ${orderName(number).toLowerCase()} is handed over at ${where}${when}`;
}

/** Returns payments taken at a stop and not taken back. */
export function takenAt(
  { receipts }: Pick<Run, "receipts">,
  { id }: Pick<RunStop, "id">,
): RunReceipt[] {
  return receipts.filter(({ stopId, isTakenBack }) => stopId === id && !isTakenBack);
}

/** Returns the notes for visiting a stop: the site's, then its orders', without duplicates. */
export function notesAt({ notes, orders }: Pick<RunStop, "notes" | "orders">): string[] {
  const written = [notes, ...orders.map((order) => order.notes)].map((text) => text.trim());
  return [...new Set(written)].filter(Boolean);
}

/** "Sample Kitchen, order 1042: moved to Friday, November 27, reported as handed over to Kim" */
export function movedInWords({ number, name, to, handedOverTo }: MovedOrder): string {
  const handed = handedOverTo === null ? "" : `, reported as handed over to ${handedOverTo}`;
  return `${name}, order ${orderNumber(number)}: ${whereTo(to)}${handed}`;
}

/** Tells a driver what happens to the boxes of orders that left their run. */
export function withMoved(moved: readonly Pick<MovedOrder, "handedOverTo">[]): string {
  const back = moved.filter(({ handedOverTo }) => handedOverTo === null).length;
  const what = back === moved.length ? "what is listed here" : "the others";
  return [
    back < moved.length &&
      "What you reported as handed over was moved or cancelled meanwhile, so it does not count as delivered yet. The office is told, and settles it.",
    back > 0 && `Don’t hand over ${what}. If the boxes are on the truck, bring them back.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Says what the office does about orders that left a run, while they may be on its truck. */
export function toDoAboutMoved(
  listed: readonly Pick<MovedOrder, "wasOnBoard" | "isByDriver" | "handedOverTo">[],
  { state }: Pick<Run, "state">,
): string {
  const moved = listed.filter(({ handedOverTo }) => handedOverTo === null);
  const handed =
    moved.length < listed.length
      ? "What was reported as handed over does not come back: settle it, so that nobody delivers it twice."
      : "";
  return [handed, toDoAboutBoxes(moved, state)].filter(Boolean).join(" ");
}

function toDoAboutBoxes(
  moved: readonly Pick<MovedOrder, "wasOnBoard" | "isByDriver">[],
  state: Run["state"],
): string {
  const aboard = moved.filter(({ wasOnBoard }) => wasOnBoard);
  if (aboard.length === 0) return "";
  if (state === "done") return "The run is over: boxes that were on the truck are back with it.";
  const byDriver = aboard.filter(({ isByDriver }) => isByDriver).length;
  if (byDriver === aboard.length) {
    return "The driver moved it at the door: the boxes are on the truck and come back with it.";
  }
  const shown = byDriver === 0 ? "it" : "what the office moved";
  const others =
    byDriver === 0 ? "" : " What the driver moved at the door comes back with the truck.";
  return `The driver’s page shows ${shown} too. Call if the boxes may be on the truck.${others}`;
}

/** "Order 1042, Sample Kitchen" */
export function leftBehindInWords({ number, name }: LeftBehind): string {
  return `${orderName(number)}, ${name}`;
}

/** Returns the orders that left with the truck for a stop, even if moved or cancelled since. */
export const loadedAt = (stop: RunStop | MissedStop) => ("left" in stop ? stop.left : stop.orders);

/** "Order 1042: moved to Friday, November 27" */
export function leftInWords({ number, to }: Pick<MovedOrder, "number" | "to">): string {
  return `${orderName(number)}: ${whereTo(to)}`;
}

function whereTo(to: MovedOrder["to"]): string {
  if (!to) return "cancelled";
  const day = dateInWords(to.day);
  return to.kind === "pickup" ? `to be picked up on ${day}` : `moved to ${day}`;
}

/** Returns the address on one line, with the postal code unless it has that already. */
export function wholeAddress({ address, postalCode }: Pick<RunStop, "address" | "postalCode">) {
  const line = address.replace(/\s+/g, " ").trim();
  const isThere = line.toUpperCase().replace(/\s/g, "").includes(postalCode);
  return isThere
    ? line
    : [line, postalCode && formatPostalCode(postalCode)].filter(Boolean).join(", ");
}

/**
 * Returns a link that opens in a phone's map app, and as a page in other browsers.
 * https://developers.google.com/maps/documentation/urls/get-started
 */
export function mapLink(stop: Pick<RunStop, "address" | "postalCode">): string {
  const query = new URLSearchParams({ api: "1", query: wholeAddress(stop) });
  return `https://www.google.com/maps/search/?${query}`;
}

/** Maximum number of waypoints of a phone's map, not counting the destination. */
const mostWaypoints = 9;

/**
 * Returns a link to a route over stops in order, starting at the phone's location; null if none has
 * an address. Stops beyond the map's limit are left out.
 */
export function wayLink(stops: readonly Pick<RunStop, "address" | "postalCode">[]): string | null {
  const places = stops.filter(({ address }) => address.trim()).slice(0, mostWaypoints + 1);
  const destination = places.pop();
  if (!destination) return null;
  const query = new URLSearchParams({ api: "1", destination: wholeAddress(destination) });
  if (places.length > 0) query.set("waypoints", places.map(wholeAddress).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/** "Fraser Valley, Thursday, November 26". */
export function runInWords({ zone, date }: Pick<Run, "zone" | "date">): string {
  return `${zone}, ${dateInWords(date)}`;
}

/** "for tomorrow, Tuesday, November 24, not for today"; null for a run of today. */
export function notForToday(date: string, today: string): string | null {
  if (date === today) return null;
  const near = { [daysAfter(today, 1)]: "tomorrow, ", [daysAfter(today, -1)]: "yesterday, " };
  return `for ${near[date] ?? ""}${dateInWords(date)}, not for today`;
}
