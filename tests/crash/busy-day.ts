import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { send } from "#tests/setup/browserless.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import type { Ledger, SentOrder } from "./ledger.ts";

export interface BusyShop {
  url: string;
  /** Sessions of a client and of the administrator. */
  client: string;
  admin: string;
  products: { id: string; pricePerLb: string }[];
}

const clients = 3;

/** Sends work while the shop answers, and notes it in the ledger. */
export async function busyDay(shop: BusyShop, ledger: Ledger): Promise<void> {
  const unanswered = [...ledger.orders.values()].filter(({ id }) => !id);
  const jobs = [
    ...Array.from({ length: clients }, () => async () => {
      await placeOrder(shop, ledger, unanswered.pop() ?? newOrder(shop, ledger));
    }),
    () => fulfilNext(shop, ledger),
    () => upload(shop, ledger),
  ];
  await Promise.all(jobs.map((job) => untilNobodyAnswers(job, ledger)));
}

async function untilNobodyAnswers(job: () => Promise<void>, ledger: Ledger): Promise<void> {
  for (;;) {
    try {
      await job();
    } catch (error) {
      // fetch throws this when the peer is gone; any other error is a bug of the test.
      if (!(error instanceof TypeError && error.cause instanceof Error)) throw error;
      if (!isRefused(error.cause)) ledger.cutOff += 1;
      return;
    }
  }
}

function isRefused(cause: Error): boolean {
  return "code" in cause && cause.code === "ECONNREFUSED";
}

function newOrder({ products }: BusyShop, ledger: Ledger): SentOrder {
  const first = randomInt(products.length);
  const asked = products.slice(first, first + 1 + randomInt(4));
  const lines = asked.map(({ id, pricePerLb }) => ({
    productId: id,
    // Above the order minimum.
    quantity: `${randomInt(20, 200)}.${randomInt(10, 100)}`,
    seenPricePerLb: pricePerLb,
  }));
  const order = { requestId: randomUUID(), lines };
  ledger.orders.set(order.requestId, order);
  return order;
}

async function placeOrder(shop: BusyShop, ledger: Ledger, order: SentOrder): Promise<void> {
  const fields: Record<string, string> = { intent: "place", requestId: order.requestId, notes: "" };
  for (const { productId, quantity, seenPricePerLb } of order.lines) {
    fields[`quantity.${productId}`] = quantity;
    fields[`price.${productId}`] = seenPricePerLb;
  }
  const answer = await send(shop.url, "/api/orders", fields, { cookie: shop.client });
  const text = await answer.text();
  if (answer.status === 200) order.id = JSON.parse(text).placed.id;
  else await notDone(answer, `An order: ${text}`, ledger);
}

async function fulfilNext(shop: BusyShop, ledger: Ledger): Promise<void> {
  const open = [...ledger.orders.values()].find(({ id }) => id && !ledger.fulfilled.has(id));
  if (!open?.id) {
    // Nothing to do yet; the request shows when the shop is gone.
    await (await fetch(`${shop.url}/healthz`)).text();
    return;
  }
  const asked = ledger.fulfilling.has(open.id);
  ledger.fulfilling.add(open.id);
  const fields = { change: "fulfill", confirmed: "yes" };
  const path = `/admin/orders/${open.id}.data`;
  const answer = await send(shop.url, path, fields, { cookie: shop.admin });
  const text = await answer.text();
  // If the first answer was cut off, the second says that the order is no longer pending.
  if (answer.status === 200 || (asked && answer.status === 409)) ledger.fulfilled.add(open.id);
  else await notDone(answer, `A fulfilment: ${text}`, ledger);
}

async function upload(shop: BusyShop, ledger: Ledger): Promise<void> {
  const body = new Uint8Array(await sampleJpeg(randomInt(200, 900), randomInt(200, 900)));
  const answer = await fetch(`${shop.url}/api/images?folder=pages&name=about`, {
    method: "POST",
    headers: { cookie: shop.admin, origin: shop.url },
    body,
  });
  const text = await answer.text();
  if (answer.status === 201) ledger.images.add(JSON.parse(text).path);
  else await notDone(answer, `An upload: ${text}`, ledger);
}

/**
 * Accepts a 429, after which nothing was done and the next try comes later, and an unreachable
 * database after its server was killed, when the request may have been carried out.
 */
async function notDone({ status }: Response, what: string, ledger: Ledger): Promise<void> {
  if (status === 429) await wait(20);
  else if (status === 503 && ledger.mayBeAway) {
    ledger.cutOff += 1;
    await wait(50);
  } else ledger.surprises.push(`${status} for ${what.slice(0, 200)}`);
}
