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

/** Somebody who buys. */
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
  /** Of the zone that goes there. */
  zone: string;
}

/** Somebody of a buyer's, beside the owner of the account, who has the buyer's name and address. */
export interface Member {
  key: string;
  buyer: string;
  email: string;
  client: Client;
  /** Cents; of who orders, above which somebody approves. */
  approveOver?: number;
}

/** As the pencil is told them, and whether all orders wait. */
interface Terms {
  limit?: number;
  graceDays?: number;
  invoicePer: "order" | "month";
  isHeld: boolean;
  /** Where there is not enough for all; null for after those with one. */
  rank: number | null;
}

export interface Product {
  key: string;
  id: string;
  /** Its number, which labels of a scale say. */
  item: number;
  /** Hundredths of a pound that a piece has as a rule; undefined for what is sold by the pound. */
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
  /** The member who placed it, if it wasn't the owner of the account. */
  by?: string;
  allowsSubstitutes: boolean;
  /** It was sold over the counter and went on its buyer's account, of which nobody was told before. */
  isCounter?: boolean;
  /** How often its client had heard that it was packed when it was opened again. */
  packedTold?: number;
}

/** How often an order was sent to be approved, and was; and whether its cut-off came first. */
export interface Approvals {
  asked: number;
  approved: number;
  isLapsed: boolean;
}

/** What somebody has every so many weeks. */
interface LifeStanding extends Standing {
  id: string;
  buyer: string;
  site: number;
  zone: string;
  goods: { product: string; much: number; wish?: Wish }[];
  allowsSubstitutes: boolean;
  begunAt: number;
  /** When it was last changed: what was too late for by then is nobody's question. */
  alteredAt?: number;
  skipped: Set<string>;
  /** By the day: the key of its order, or null where there is none. */
  decided: Map<string, string | null>;
}

/** What the shop does by itself. Its queue keeps the real clock, so the driver takes its place. */
export interface Jobs {
  /** All that repeats but what writes to debtors and places standing orders; then what waits in the outbox, in its order. */
  round(): Promise<void>;
  /** Reminders and statements, for which what came of the round is settled first. */
  writeToDebtors(): Promise<void>;
  /** The orders of standing orders whose time has come, when what else happened is known. */
  placeStanding(): Promise<void>;
  /** Of stops of which somebody had an order locked. */
  settleStops(): Promise<void>;
  /** Of one fresh sheet that was sent off. */
  mailSheet(sheetId: string): Promise<void>;
  /** Of one import, which whoever imports waits for. */
  import(importId: string): Promise<void>;
}

interface Payment {
  entryId: string;
  buyer: string;
  /** As the office typed it, of what a driver may have brought. */
  typed?: { method: string; cents: number; day: string };
}

/** Meat of one delivery or cutting. */
export interface LifeLot {
  key: string;
  id: string;
  code: string;
  supplier: string;
  /** Null for what is no product of the shop, such as a side. */
  product: string | null;
  isHeld: boolean;
}

/** The card provider's fake, and what the shop does between it and the books. */
export interface CardDesk {
  fake: FakeStripe;
  work: PaymentWork;
  cards: CardPayments;
  /** Cards that were used, each by one guest. */
  used: number;
  money: MoneyDesk;
}

/** A life: the shop, the pencil, and what its people have to do with. Keys are what stories call things. */
export interface World {
  db: Database;
  /** Of the same database, for connections of one's own. */
  databaseUrl: string;
  /** The request id of the next form, as the browser makes it: sent again it is the same. */
  newId: () => string;
  jobs: Jobs;
  clock: Clock;
  pencil: Pencil;
  staff: Admin;
  buyers: Map<string, Buyer>;
  /** Of buyers' accounts, beside the owners. */
  members: Map<string, Member>;
  /** Who ordered by card, each once. */
  guests: Map<string, { key: string; id: string }>;
  desk: CardDesk;
  products: Map<string, Product>;
  zones: Map<string, LifeZone>;
  orders: Map<string, LifeOrder>;
  /** By order. */
  approvals: Map<string, Approvals>;
  /** Those that run. */
  standing: Map<string, LifeStanding>;
  /** Keys of orders that came of them. */
  ofStanding: Set<string>;
  /** Payments that can be taken back, by key: the ledger's entry. */
  payments: Map<string, Payment>;
  /** "zone day" of runs on which drivers took money: their ids. */
  runs: Map<string, string>;
  /** Those whose bag was counted. */
  cashedUp: Set<string>;
  lists: Map<string, string>;
  /** By key, with the key of the drawer that is open. */
  tills: Map<string, { id: string; drawer?: string | undefined }>;
  /** By key: the session. */
  drawers: Map<string, { id: string; till: string; openedAt: number }>;
  /** Over the counter and paid there, by key: their orders. */
  sales: Map<string, { orderId: string }>;
  /** Ids of lines that a packer has said are done. */
  done: Set<string>;
  /** "zone day" of days that the office has closed. */
  closed: Set<string>;
  /** What was refused at a door and is to be decided, by the request's id. */
  doorClaims: Map<string, { name: string; order: string }>;
  lots: Map<string, LifeLot>;
  /** Receipts of suppliers, with the ids of their lines. */
  receipts: Map<string, { id: string; lines: string[] }>;
  /** What addresses beside the accounts' own get from a moment on; nothing takes them away. */
  contacts: { at: number; buyer: string; email: string; gets: ContactKind[] }[];
  /** Cutting sheets, with the keys of what came of them and of what went in. */
  cuttings: Map<string, { id: string; made: string[]; from: string[] }>;
  /** Ids of lots that never were, since what brought them was taken back. */
  voidLots: Set<string>;
  /** What was entered at the stock's page by hand: its form's request id. */
  byHand: Map<string, string>;
  /** What is to come. */
  loads: Map<string, { id: string; product: string }>;
  /** Files of prices that can be undone, by key. */
  imports: Map<string, { id: string; before: Priced[]; prices: Priced[] }>;
  /** Prices that are typed wrong, by key: what is right. */
  slips: Map<string, Priced>;
  /** What every document said when it was first seen, by number. */
  papers: Map<string, string>;
  /** Of what was placed or paid last. */
  serial: number;
  /** Somebody else acts at the same moment, of which the pencil is not told yet. */
  isBeside?: boolean;
  /** What the last act had to do with. */
  touched: { orders: Set<string>; buyers: Set<string> };
}

/** A price in cents of a list, or of none on the shelf. */
export interface Priced {
  list: string | null;
  product: string;
  cents: number;
}

/** The act has to do with something that is not there, because what made it was left out of the story. */
export class Skipped extends Error {}

/** What the shop says no to, and what is not there any more: no finding. */
export const isExpected = (error: unknown) =>
  error instanceof Refusal || error instanceof DayRefusedError || error instanceof Skipped;

export function known<One>(from: ReadonlyMap<string, One>, key: string): One {
  const found = from.get(key);
  if (found === undefined) throw new Skipped(key);
  return found;
}

export const todayOf = (world: Pick<World, "clock">) => pacificDay(world.clock.now);

/** The order, noted as touched with its buyer. */
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

/** Whoever buys, of an account or a guest. */
export const personOf = (world: World, key: string): { key: string; id: string } =>
  world.guests.get(key) ?? known(world.buyers, key);

/** Lines of an order as they are stored, in their places. */
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

/** Cents of dollars, and hundredths of pounds, both as the database writes them. */
export const inHundredths = (text: string) => Math.round(Number(text) * 100);
export const inText = (hundredths: number) => (hundredths / 100).toFixed(2);

export { shop };
