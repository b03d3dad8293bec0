import { asc, eq } from "drizzle-orm";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { ContactKind } from "#app/domain/customers/contacts/contact.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import type { CardPayments } from "#app/domain/payments/card-payments.server.ts";
import type { PaymentWork } from "#app/domain/payments/perform-job.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import type { FakeStripe } from "#tests/payments/fake-stripe.ts";
import type { MoneyDesk } from "../acts/money/money-desk.ts";
import { shop } from "../life/shop.ts";
import { pacificDay } from "../pencil/days.ts";
import type { Pencil } from "../pencil/pencil.ts";
import type { Standing } from "../pencil/standing.ts";
import type { Clock } from "./clock.ts";

export interface Buyer {
  key: string;
  id: string;
  client: Client;
  sites: Site[];
  terms: Terms;
}

interface Site {
  key: string;
  id: string;
  zone: string;
}

/** A member of a buyer, apart from the account's owner, who has the buyer's name and address. */
export interface Member {
  key: string;
  buyer: string;
  email: string;
  client: Client;
  /** Cents above which this member's orders need approval. */
  approveOver?: number;
}

/** Terms as the pencil knows them, and whether all orders wait. */
interface Terms {
  limit?: number;
  graceDays?: number;
  invoicePer: "order" | "month";
  isHeld: boolean;
  /** Rank when there isn't enough for all; null comes after all ranks. */
  rank: number | null;
}

export interface Product {
  key: string;
  id: string;
  /** Item number on scale labels. */
  item: number;
  /** Hundredths of a lb; undefined for products sold by the pound. */
  typicalLb?: number;
  tareGrams: number;
  tax: "Z" | "G" | "GP";
  overPercent: number;
}

interface LifeZone {
  key: string;
  id: string;
  isPickup: boolean;
  /** ISO weekdays. */
  weekdays: number[];
}

export interface LifeOrder {
  key: string;
  id: string;
  number: number;
  buyer: string;
  /** The member who placed it; undefined for the account's owner. */
  by?: string;
  allowsSubstitutes: boolean;
  /** True for a counter sale on an account, about which no earlier email was sent. */
  isCounter?: boolean;
  /** How often it was reopened after its client was told that it is packed. */
  packedTold?: number;
}

/** How often an order was sent for approval and approved, and whether its cut-off came first. */
export interface Approvals {
  asked: number;
  approved: number;
  isLapsed: boolean;
}

interface LifeStanding extends Standing {
  id: string;
  buyer: string;
  site: number;
  zone: string;
  goods: { product: string; much: number; wish?: Wish }[];
  allowsSubstitutes: boolean;
  begunAt: number;
  /** When it was last changed; deliveries that were due before aren't checked. */
  alteredAt?: number;
  skipped: Set<string>;
  /** By day: the key of its order, or null if it has none. */
  decided: Map<string, string | null>;
}

/** The shop's jobs, which the life runs, because their queue runs on the real clock. */
export interface Jobs {
  /** Runs recurring jobs except reminders and standing orders, then sends the outbox in order. */
  round(): Promise<void>;
  /** Sends reminders and statements, once the round's results are settled. */
  writeToDebtors(): Promise<void>;
  /** Places due standing orders, once the pencil knows what else happened. */
  placeStanding(): Promise<void>;
  /** Settles stops that were skipped because an order was locked. */
  settleStops(): Promise<void>;
  mailSheet(sheetId: string): Promise<void>;
  import(importId: string): Promise<void>;
}

interface Payment {
  entryId: string;
  buyer: string;
  /** The office's entry of money that a driver may have brought. */
  typed?: { method: string; cents: number; day: string };
}

export interface LifeLot {
  key: string;
  id: string;
  code: string;
  supplier: string;
  /** Null if it isn't a product of the shop, such as a side. */
  product: string | null;
  isHeld: boolean;
}

/** The fake card provider, and the shop's work between it and the books. */
export interface CardDesk {
  fake: FakeStripe;
  work: PaymentWork;
  cards: CardPayments;
  /** Number of cards used, one per guest. */
  used: number;
  money: MoneyDesk;
}

/** A life: the shop, the pencil and things that people act on. Keys are their names in stories. */
export interface World {
  db: Database;
  /** Of `db`, for extra connections. */
  databaseUrl: string;
  /** Request id of the next form, as its page makes it; a form sent again keeps its id. */
  newId: () => string;
  jobs: Jobs;
  clock: Clock;
  pencil: Pencil;
  staff: Admin;
  buyers: Map<string, Buyer>;
  /** Members apart from the owners. */
  members: Map<string, Member>;
  /** Guests who ordered by card, each once. */
  guests: Map<string, { key: string; id: string }>;
  desk: CardDesk;
  products: Map<string, Product>;
  zones: Map<string, LifeZone>;
  orders: Map<string, LifeOrder>;
  approvals: Map<string, Approvals>;
  standing: Map<string, LifeStanding>;
  /** Keys of orders placed by standing orders. */
  ofStanding: Set<string>;
  /** The ledger entries of reversible payments. */
  payments: Map<string, Payment>;
  /** Run ids by "zone day", of runs on which drivers took money. */
  runs: Map<string, string>;
  cashedUp: Set<string>;
  lists: Map<string, string>;
  /** Each with the key of its open drawer. */
  tills: Map<string, { id: string; drawer?: string | undefined }>;
  drawers: Map<string, { id: string; till: string; openedAt: number }>;
  /** The orders of counter sales that were paid at once. */
  sales: Map<string, { orderId: string }>;
  /** Ids of lines that a packer marked as done. */
  done: Set<string>;
  /** "zone day" of days closed by the office. */
  closed: Set<string>;
  /** Undecided refusals at the door, by the id of the credit request. */
  doorClaims: Map<string, { name: string; order: string }>;
  /** Request ids of weighed returns. */
  weighings: Map<string, string>;
  lots: Map<string, LifeLot>;
  receipts: Map<string, { id: string; lines: string[] }>;
  /** Extra email addresses, and what they get from a moment on; none is ever removed. */
  contacts: { at: number; buyer: string; email: string; gets: ContactKind[] }[];
  cuttings: Map<string, { id: string; made: string[]; from: string[] }>;
  /** Ids of voided lots, whose receipt or cutting was reversed. */
  voidLots: Set<string>;
  /** Request ids of the forms of manual stock entries. */
  byHand: Map<string, string>;
  loads: Map<string, { id: string; product: string }>;
  /** Price imports that can be undone. */
  imports: Map<string, { id: string; before: Priced[]; prices: Priced[] }>;
  /** The right price for each mistyped one. */
  slips: Map<string, Priced>;
  /** Content of each document when it was first seen, by number. */
  papers: Map<string, string>;
  serial: number;
  /** True during a concurrent act that the pencil isn't told yet. */
  isBeside?: boolean;
  /** True while a form is sent again after a lost answer: its page isn't loaded again. */
  isSentAgain?: boolean;
  /** The orders and buyers that the last act changed. */
  touched: { orders: Set<string>; buyers: Set<string> };
}

/** A price in cents on a list; without a list, the base price. */
export interface Priced {
  list: string | null;
  product: string;
  cents: number;
}

/** Thrown by an act whose object doesn't exist because the step that made it was left out. */
export class Skipped extends Error {}

/** True for a refusal by the shop or something that no longer exists; neither is a finding. */
export const isExpected = (error: unknown) =>
  error instanceof Refusal || error instanceof DayRefusedError || error instanceof Skipped;

export function known<One>(from: ReadonlyMap<string, One>, key: string): One {
  const found = from.get(key);
  if (found === undefined) throw new Skipped(key);
  return found;
}

export const todayOf = (world: Pick<World, "clock">) => pacificDay(world.clock.now);

/** Returns the order, and notes it and its buyer as touched. */
export function orderOf(world: World, key: string): LifeOrder {
  const order = known(world.orders, key);
  world.touched.orders.add(key);
  world.touched.buyers.add(order.buyer);
  return order;
}

export function buyerOf(world: World, key: string): Buyer {
  world.touched.buyers.add(key);
  return known(world.buyers, key);
}

export const personOf = (world: World, key: string): { key: string; id: string } =>
  world.guests.get(key) ?? known(world.buyers, key);

/** The stored lines of an order, by position. */
export function linesOf(world: Pick<World, "db">, order: Pick<LifeOrder, "id">) {
  return world.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
}

export type StoredLine = Awaited<ReturnType<typeof linesOf>>[number];

export function keyOfProduct(world: Pick<World, "products">, id: string | null): string {
  for (const { key, id: other } of world.products.values()) if (other === id) return key;
  throw new Error(`No product is ${id}`);
}

/** Converts the database's text of dollars or pounds to cents or hundredths. */
export const inHundredths = (text: string) => Math.round(Number(text) * 100);
export const inText = (hundredths: number) => (hundredths / 100).toFixed(2);

export { shop };
