import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type DraftLine, emptyDraft, type OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { type BareDatabase, type Statement, tripsOf } from "./bare.ts";
import type { Person } from "./place.ts";

/** Returns the lines of an order, twelve by default, as in a kitchen's usual order. */
export async function someLines(db: Database, count = 12): Promise<DraftLine[]> {
  const found = await db.select().from(products).orderBy(products.name).limit(count);
  return found.map((product) => ({
    key: product.id,
    productId: product.id,
    wish: noWish,
    name: product.name,
    quantity: product.soldBy === "piece" ? "4" : "12.5",
    seenUnit: unitOf(product),
    seenPricePerLb: product.pricePerLb,
  }));
}

/** Submits an order as the page does; returns the acknowledged id. */
export async function sendOrder(
  url: string,
  person: Person,
  lines: DraftLine[],
  from: Record<string, string>,
): Promise<string> {
  return acknowledged(await postOrder(url, person, draftOf(lines), from));
}

/**
 * Submits an order to a shop that may be overloaded, retrying until it is acknowledged.
 *
 * @throws when it is rejected without Retry-After
 */
export async function insistOnOrder(
  url: string,
  person: Person,
  lines: DraftLine[],
  from: Record<string, string>,
): Promise<string> {
  const draft = draftOf(lines);
  for (;;) {
    const answer = await postOrder(url, person, draft, from);
    if (answer.status !== 503) return acknowledged(answer);
    if (!answer.headers.has("retry-after")) throw new Error("Turned away without Retry-After");
    await answer.text();
    await setTimeout(100);
  }
}

/** Orders for a delivery day (`runKey`); returns whether it was available. */
export async function askForDay(
  url: string,
  person: Person,
  lines: DraftLine[],
  day: string,
  from: Record<string, string>,
): Promise<boolean> {
  const answer = await postOrder(url, person, { ...draftOf(lines), day }, from);
  const text = await answer.text();
  if (answer.status === 200 || answer.status === 409) return answer.ok;
  throw new Error(`An order was answered ${answer.status} ${text}`);
}

function draftOf(lines: DraftLine[]): OrderDraft {
  return { ...emptyDraft, requestId: randomUUID(), lines, notes: "Back door." };
}

function postOrder(
  url: string,
  { cookie }: Person,
  draft: OrderDraft,
  from: Record<string, string>,
): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of writeOrderForm(draft, "place")) body.set(name, String(value));
  const headers = { cookie, origin: url, ...from };
  return fetch(`${url}/api/orders`, { method: "POST", headers, body });
}

async function acknowledged(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`An order was refused: ${answer.status} ${text}`);
  return String(JSON.parse(text).placed.id);
}

/** An order's transaction, to be replayed. */
export interface RecordedOrder {
  /** Without `begin` and `commit`. */
  statements: number;
  /** With those of `begin` and `commit`. */
  roundTrips: number;
  replay(): Promise<void>;
}

/** Records an order's transaction, to be replayed with other ids in the same round trips. */
export async function recordOrder(
  bare: BareDatabase,
  person: Person,
  lines: DraftLine[],
): Promise<RecordedOrder> {
  const membership = { customerId: person.userId, role: "owner", siteIds: null } as const;
  const { client } = capabilitiesOf({ ...person, isAdmin: false, membership }, "");
  if (!client) throw new Error("Nobody is signed in");
  const rules = {
    shop: sampleShop("http://localhost"),
    minOrderCents: 0,
    needsConfirmedEmail: false,
  };
  const place = (requestId: string) =>
    placeOrder(bare.connection.db, client, { requestId, lines, notes: "Back door." }, rules);
  // A process reads the settings of its queues with its first order.
  await place(randomUUID());
  bare.sent.length = 0;
  const requestId = randomUUID();
  const { id } = await place(requestId);
  const recorded = [...bare.sent];
  const trips = tripsOf(recorded);
  const mails = recorded.find(({ text }) => text.startsWith('insert into "mail_outbox"'));
  const own = [requestId, id, ...(mails?.params ?? []).filter((param) => isUuid(String(param)))];
  const ids = [...new Set(own.map(String))];
  return {
    statements: recorded.length,
    roundTrips: trips.length + 2,
    replay: () =>
      bare.transaction(async (ask) => {
        const others = new Map(ids.map((one) => [one, randomUUID()] as const));
        for (const trip of trips) {
          await Promise.all(trip.map((statement) => ask(filledIn(statement, others))));
        }
      }),
  };
}

/** The emails' jobs refer to them in a list that is one parameter. */
function filledIn({ text, params }: Statement, others: ReadonlyMap<string, string>) {
  const filled = params.map((param) => {
    if (typeof param !== "string") return param;
    let said = param;
    for (const [one, other] of others) said = said.replaceAll(one, other);
    return said;
  });
  return { text, params: filled };
}
