import type { RunLoad } from "#app/domain/delivery/capacity.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import type { BilledLine } from "#app/domain/documents/document-taxes.ts";
import type { DoorReceipt } from "#app/domain/door/door-receipt.ts";
import type { TemperatureQuestion } from "#app/domain/door/door-settings.ts";
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

/** Most characters of a driver's name. */
export const maxDriver = 100;

/** A run in the list: a zone on a day. Pounds as the database writes them. */
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
  /** Of these, where somebody was. */
  visited: number;
  boxes: number;
  orderedLb: string;
  packedLb: string;
  /** Orders that are not finished at the packing station. */
  unpacked: number;
  /** What is booked on it, and what it takes. */
  load: RunLoad;
  /** What the driver took and was not taken back, in cents. */
  takenCents: number;
  /** What was counted of it less what was taken; null while it is not cashed up. */
  countedDifference: number | null;
}

/** A line of an order on a run. */
export interface RunLine {
  id: string;
  productName: string;
  packedLb: string;
  /** What was refused of it at the door. */
  refusedLb: string;
  /** What it was billed at, by the pound; null of what is not billed yet, or not by the pound. */
  billed: BilledLine | null;
}

/** An order on a run, as far as whoever brings it has to know it. */
export interface RunOrder extends NamedOrder {
  status: Exclude<OrderStatus, "awaiting_payment" | "cancelled">;
  boxes: number;
  orderedLb: string;
  packedLb: string;
  /** What the client wrote for this order, and for every order. */
  notes: string;
  lines: RunLine[];
  /** The estimate of its goods, by which a delivery's fee is judged, in cents. */
  goodsCents: number;
}

/** What whoever pays at the door owes. */
export interface ToCollect {
  cents: number;
  /** What it is less by: goods that were refused here and are not credited yet. */
  refusedCents: number;
  /** Not so while an order is not packed: there is no invoice yet. */
  isFinal: boolean;
}

/** What opens gates and doors of a run's stops, and until when (ms) a phone may keep it. */
export interface GateCodes {
  byStop: Record<string, string>;
  until: number;
}

/** How a client is told that the driver is near, and whether they were. */
export interface Arriving {
  /** Null where we have neither a number nor an address for it. */
  by: ArrivalChannel | null;
  /** As far as it is shown: "…0142". */
  to: string;
  /** Why there is no way to tell them; empty where there is one. */
  whyNot: string;
  told: { at: Date; state: "waiting" | "sent" | "failed" } | null;
}

/** A stop of a run with its orders; name, address and notes are the orders' own copies. */
export interface RunStop {
  id: string;
  customerId: string;
  name: string;
  address: string;
  /** "V2S1A2"; empty where it is not known. */
  postalCode: string;
  phone: string;
  /** Of the site, for the driver. */
  notes: string;
  /** The window, Pacific: "08:00" to "12:00". */
  from: string;
  to: string;
  state: StopState;
  visitedAt: Date | null;
  /** Who took it in; empty while nobody has. */
  receivedBy: string;
  /** Who that is, where it was left with somebody else. */
  leftWith: "neighbour" | null;
  /** What the driver noted, of a stop where somebody was. */
  note: string;
  temperatureC: string | null;
  signatureId: string | null;
  photoId: string | null;
  arriving: Arriving;
  /** Pictures that show where to go, by their ids. */
  sitePhotos: string[];
  /** Null for customers who do not pay at the door. */
  toCollect: ToCollect | null;
  /** What else is open of the client's, in cents; 0 unless the driver may take it. */
  olderCents: number;
  /** Orders here are invoiced one by one, so that a second delivery can be billed. */
  isBilledByOrder: boolean;
  /** Other runs that go to the site, by `runKey`: what joins them pays no fee. */
  otherRuns: string[];
  orders: RunOrder[];
}

/** An order that was moved or cancelled while its run was out. */
export interface MovedOrder extends NamedOrder {
  /** Of its customer, as at the stop. */
  name: string;
  /** Where it goes now; null for one that was cancelled. */
  to: { day: string; kind: DeliveryKind } | null;
  /** The driver gave it another day at the door, so its boxes are on the truck. */
  isByDriver: boolean;
}

/** An order that has packages of a lot on hold. */
export interface HeldOrder extends NamedOrder {
  /** Of its customer, as at the stop. */
  name: string;
  lots: string[];
  products: string[];
  /** The boxes they are in; empty where none were used. */
  boxes: number[];
  /** Its lines with such meat, by their ids. */
  lines: string[];
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

/** A box that travels with another stop of its client than the rest of its order does. */
export interface BoxElsewhere {
  orderId: string;
  /** The order's. */
  number: number;
  box: number;
  fromStopId: string;
  toStopId: string;
  toRunId: string;
  /** Where and when it arrives. */
  date: string;
  address: string;
  note: string;
}

/** What drivers can do with what nobody took. */
export interface DoorChoices {
  /** When it can come again; empty where the office decides. */
  days: ComingAgain[];
  secondFee: SecondFee;
  neighbours: boolean;
  /** Whether drivers measure how warm it is. */
  temperature: TemperatureQuestion;
}

/** What was taken on a run, and of whom. */
export interface RunReceipt extends DoorReceipt {
  customerId: string;
}

/** A run with its stops, in the order they are driven. */
export interface Run {
  id: string;
  date: string;
  zoneId: string;
  zone: string;
  kind: DeliveryKind;
  /** The address of a pickup. */
  place: string;
  state: RunState;
  driver: string;
  departedAt: Date | null;
  /** When it was handed over last, and by whom; null for never. */
  takenOver: { from: string; to: string; at: Date } | null;
  load: RunLoad;
  stops: RunStop[];
  /** Those that left it while it was out, the first first. */
  moved: MovedOrder[];
  /** Orders with meat of lots on hold, which must not be handed over. */
  held: HeldOrder[];
  /** What the driver took, the first first; also where the stop is gone. */
  receipts: RunReceipt[];
  /** Boxes that travel with another stop, of or to this run. */
  boxMoves: BoxElsewhere[];
  /** Stops that its clients have on this and on coming runs; the office alone sees them. */
  boxStops: { id: string; customerId: string; date: string; address: string }[];
  choices: DoorChoices;
}

/** What a run, or a stop, carries: "12 boxes, 340.5 lb". */
export function loadOf(orders: readonly Pick<RunOrder, "boxes" | "orderedLb" | "packedLb">[]) {
  const lb = (of: "orderedLb" | "packedLb") => toPounds(sumLb(orders.map((order) => order[of])));
  return {
    boxes: orders.reduce((sum, { boxes }) => sum + boxes, 0),
    orderedLb: lb("orderedLb"),
    packedLb: lb("packedLb"),
  };
}

/** What is to be collected at the stops together. */
export function collected(stops: readonly Pick<RunStop, "toCollect">[]): ToCollect | null {
  const owing = stops.flatMap(({ toCollect }) => toCollect ?? []);
  if (owing.length === 0) return null;
  return {
    cents: sumCents(owing, ({ cents }) => cents),
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

/** What was taken at a stop and stands. */
export function takenAt(
  { receipts }: Pick<Run, "receipts">,
  { id }: Pick<RunStop, "id">,
): RunReceipt[] {
  return receipts.filter(({ stopId, isTakenBack }) => stopId === id && !isTakenBack);
}

/** What whoever comes to a stop should know: of the site, then of its orders; each once. */
export function notesAt({ notes, orders }: Pick<RunStop, "notes" | "orders">): string[] {
  const written = [notes, ...orders.map((order) => order.notes)].map((text) => text.trim());
  return [...new Set(written)].filter(Boolean);
}

/** "Sample Kitchen, order 1042: moved to Friday, November 27" */
export function movedInWords({ number, name, to }: MovedOrder): string {
  const day = to && dateInWords(to.day);
  const what = !to
    ? "cancelled"
    : to.kind === "pickup"
      ? `to be picked up on ${day}`
      : `moved to ${day}`;
  return `${name}, order ${orderNumber(number)}: ${what}`;
}

/** The address on one line, with the postal code unless it is in there already. */
export function wholeAddress({ address, postalCode }: Pick<RunStop, "address" | "postalCode">) {
  const line = address.replace(/\s+/g, " ").trim();
  const isThere = line.toUpperCase().replace(/\s/g, "").includes(postalCode);
  return isThere
    ? line
    : [line, postalCode && formatPostalCode(postalCode)].filter(Boolean).join(", ");
}

/**
 * A link that telephones open in their map, and other browsers on a page.
 * https://developers.google.com/maps/documentation/urls/get-started
 */
export function mapLink(stop: Pick<RunStop, "address" | "postalCode">): string {
  const query = new URLSearchParams({ api: "1", query: wholeAddress(stop) });
  return `https://www.google.com/maps/search/?${query}`;
}

/** Most places of a way that a telephone's map takes beside its end. */
const mostWaypoints = 9;

/**
 * A link to the way over stops in their order, from where the telephone is; null where none has an
 * address. Of more than a map takes, the first ones.
 */
export function wayLink(stops: readonly Pick<RunStop, "address" | "postalCode">[]): string | null {
  const places = stops.filter(({ address }) => address.trim()).slice(0, mostWaypoints + 1);
  const destination = places.pop();
  if (!destination) return null;
  const query = new URLSearchParams({ api: "1", destination: wholeAddress(destination) });
  if (places.length > 0) query.set("waypoints", places.map(wholeAddress).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/** The `tel:` link of a telephone number as typed; null if there are no digits to dial. */
export function telLink(phone: string): string | null {
  const [number = ""] = phone.split(/ext|x/i);
  const digits = number.replace(/[^\d+]/g, "");
  return /\d{7}/.test(digits) ? `tel:${digits}` : null;
}

/** "Fraser Valley, Thursday, November 26". */
export function runInWords({ zone, date }: Pick<Run, "zone" | "date">): string {
  return `${zone}, ${dateInWords(date)}`;
}

/** "for tomorrow, Tuesday, November 24, not for today"; null of a run of today. */
export function notForToday(date: string, today: string): string | null {
  if (date === today) return null;
  const near = { [daysAfter(today, 1)]: "tomorrow, ", [daysAfter(today, -1)]: "yesterday, " };
  return `for ${near[date] ?? ""}${dateInWords(date)}, not for today`;
}
