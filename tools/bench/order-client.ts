import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type DraftLine, emptyDraft, type OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import type { BareDatabase, Statement } from "./bare.ts";
import type { Person } from "./place.ts";

/** Three lines of an order. */
export async function someLines(db: Database): Promise<DraftLine[]> {
  const found = await db.select().from(products).orderBy(products.name).limit(3);
  return found.map(({ id, name, pricePerLb }) => ({
    key: id,
    productId: id,
    wish: noWish,
    name,
    quantity: "12.5",
    seenUnit: "lb",
    seenPricePerLb: pricePerLb,
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

/**
 * Records the transaction of an order as sent by the shop, to be replayed without it: each time
 * with another request id, and with the order's id that its insert returned.
 */
export async function recordOrder(bare: BareDatabase, person: Person, lines: DraftLine[]) {
  const membership = { customerId: person.userId, role: "owner", siteIds: null } as const;
  const { client } = capabilitiesOf({ ...person, isAdmin: false, membership }, "");
  if (!client) throw new Error("Nobody is signed in");
  const requestId = randomUUID();
  bare.sent.length = 0;
  const order = { requestId, lines, notes: "Back door.", notesFrom: "" };
  const { id } = await placeOrder(bare.connection.db, client, order, {
    shop: sampleShop("http://localhost"),
    minOrderCents: 0,
    needsConfirmedEmail: false,
  });
  const recorded = [...bare.sent];
  return () =>
    bare.transaction(async (ask) => {
      const said = new Map<unknown, unknown>([[requestId, randomUUID()]]);
      for (const statement of recorded) {
        const [[answered] = []] = await ask(filledIn(statement, said));
        if (statement.text.startsWith('insert into "orders"')) said.set(id, answered);
      }
    });
}

function filledIn({ text, params }: Statement, said: Map<unknown, unknown>): Statement {
  return { text, params: params.map((param) => (said.has(param) ? said.get(param) : param)) };
}
