import { randomUUID } from "node:crypto";
import { capabilitiesOf } from "#app/features/auth/capability.server.ts";
import type { DraftLine } from "#app/features/orders/order-draft.ts";
import { writeOrderForm } from "#app/features/orders/order-form.ts";
import { placeOrder } from "#app/features/orders/place-order.server.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { BareDatabase, Statement } from "./bare.ts";
import type { Person } from "./place.ts";

/** Three lines of an order. */
export async function someLines(db: Database): Promise<DraftLine[]> {
  const found = await db.select().from(products).orderBy(products.name).limit(3);
  return found.map(({ id, name, pricePerLb }) => ({
    productId: id,
    name,
    quantity: "12.5",
    seenPricePerLb: pricePerLb,
  }));
}

/** Sends an order as the page does; answers the id it was acknowledged with. */
export async function sendOrder(
  url: string,
  { cookie }: Person,
  lines: DraftLine[],
  from: Record<string, string>,
) {
  const draft = { requestId: randomUUID(), lines, notes: "Back door." };
  const body = new URLSearchParams();
  for (const [name, value] of writeOrderForm(draft, "place")) body.set(name, String(value));
  const answer = await fetch(`${url}/api/orders`, {
    method: "POST",
    headers: { cookie, origin: url, ...from },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`An order was refused: ${answer.status} ${text}`);
  return String(JSON.parse(text).placed.id);
}

/**
 * The transaction of an order as the shop sends it, to be sent again without the shop: each time
 * with another request id, and from the second statement on with the id that the first answered.
 */
export async function recordOrder(bare: BareDatabase, person: Person, lines: DraftLine[]) {
  const { client } = capabilitiesOf({ ...person, isAdmin: false }, "");
  if (!client) throw new Error("Nobody is signed in");
  const requestId = randomUUID();
  bare.sent.length = 0;
  const order = { requestId, lines, notes: "Back door." };
  const { id } = await placeOrder(bare.connection.db, client, order, {
    siteUrl: "http://localhost",
  });
  const recorded = [...bare.sent];
  return () =>
    bare.transaction(async (ask) => {
      const said = new Map<unknown, unknown>([[requestId, randomUUID()]]);
      for (const statement of recorded) {
        const [[answered] = []] = await ask(filledIn(statement, said));
        if (!said.has(id)) said.set(id, answered);
      }
    });
}

function filledIn({ text, params }: Statement, said: Map<unknown, unknown>): Statement {
  return { text, params: params.map((param) => (said.has(param) ? said.get(param) : param)) };
}
