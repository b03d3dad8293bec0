import { sql } from "drizzle-orm";
import { getDraft, saveDraft, sendDraft } from "#app/features/fresh-sheet/fresh-sheets.server.ts";
import { act, Finding, same } from "../life/act.ts";
import { inText, known, type World } from "../life/world.ts";
import { cutOff } from "../pencil/days.ts";

// The owner's selection of the week, mailed to each client at their own prices.

const lastOrders = { daysBefore: 1, minutes: 12 * 60 };
const timeToOrder = 2 * 60 * 60_000;

/** Returns clients who bought lately and aren't on hold (trade.md 16). */
const readersOf = ({ buyers, orders, pencil }: World) =>
  [...buyers.values()].filter(
    ({ key, terms }) =>
      !terms.isHeld &&
      [...orders.values()].some((order) => {
        return order.buyer === key && pencil.order(order.key).state !== "cancelled";
      }),
  );

export const sendSheet = act<{ products: string[] }>({
  weight: 2,
  choose(world, random) {
    if (readersOf(world).length === 0) return undefined;
    const some = random.some([...world.products.values()], random.between(1, 5));
    return { products: some.map(({ key }) => key) };
  },
  say: ({ products }) => `A fresh sheet is sent with ${products.join(", ")}`,
  async run(world, { products }) {
    const { db, staff } = world;
    const { version } = await getDraft(db, staff);
    const picks = products.map((key) => ({ productId: known(world.products, key).id, line: "" }));
    const sheetId = await saveDraft(db, staff, { note: "", picks, version });
    const saved = await getDraft(db, staff);
    const count = await sendDraft(db, staff, saved.version);
    const readers = readersOf(world);
    same("how many get the fresh sheet", count, readers.length);
    // An interrupted job runs twice.
    await world.jobs.mailSheet(sheetId);
    await world.jobs.mailSheet(sheetId);
    await judgeSheet(world, sheetId, products);
  },
});

/** Checks that each client gets it once, at prices of a day that they can still order for. */
async function judgeSheet(world: World, sheetId: string, products: string[]): Promise<void> {
  const { rows: sends } = await world.db.execute<{ customer: string; day: string }>(sql`
    select customer_id as customer, price_day::text as day from fresh_sends
    where sheet_id = ${sheetId} order by 1`);
  const readers = readersOf(world);
  same(
    "who gets the fresh sheet",
    sends.map(({ customer }) => customer),
    readers.map(({ id }) => id).sort(),
  );
  const { rows: mails } = await world.db.execute<{ recipient: string; text: string }>(sql`
    select recipient, text from mail_outbox where text like ${`%${sheetId}%`}`);
  for (const { key, id, sites } of readers) {
    const day = sends.find(({ customer }) => customer === id)?.day ?? "";
    const zones = [...sites.map(({ zone }) => zone), "yard"];
    const isInTime = zones.some((zone) => {
      const isClosed = (other: string) => world.closed.has(`${zone} ${other}`);
      const last = cutOff(day, lastOrders.daysBefore, lastOrders.minutes, isClosed);
      return !isClosed(day) && last > world.clock.now + timeToOrder;
    });
    if (!isInTime) throw new Finding(`${key} reads prices of ${day}, for which it is too late`);
    const offered = products.flatMap((product) => {
      const { price } = world.pencil.prices.priceFor(key, product, day);
      return price === undefined ? [] : [{ product, price }];
    });
    const texts = mails.filter(({ recipient }) => recipient === `${key.toLowerCase()}@example.com`);
    same(`fresh sheets to ${key}`, texts.length, offered.length > 0 ? 1 : 0);
    for (const { product, price } of offered) {
      const said = `${product}: $${inText(price)}/lb`;
      if (!texts[0]?.text.includes(said)) {
        throw new Finding(`the fresh sheet to ${key} does not say "${said}"`);
      }
    }
  }
}
