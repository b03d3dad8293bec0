import { eq } from "drizzle-orm";
import { changeOrder } from "#app/domain/ordering/changing/change-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { orders } from "#db/schema/orders.ts";
import { act, same } from "../life/act.ts";
import { inHundredths, inText, known, linesOf, orderOf, shop, todayOf } from "../life/world.ts";
import { isUntouched, pendingOf, typed } from "./orders.ts";

interface Priced {
  key: string;
  line: number;
  cents: number;
}

export const deskPrice = act<Priced>({
  weight: 3,
  choose(world, random) {
    const order = random.pick(pendingOf(world).filter(({ key }) => isUntouched(world, key)));
    if (!order) return undefined;
    const { lines } = world.pencil.order(order.key);
    const line = random.between(0, lines.length - 1);
    const before = lines[line]?.price ?? 0;
    const cents = Math.max(1, Math.round(before * (0.7 + 0.6 * random.next())));
    return cents === before ? undefined : { key: order.key, line, cents };
  },
  say: ({ key, line, cents }) => `Line ${line + 1} of ${key} is priced at $${inText(cents)}`,
  async run(world, { key, line: at, cents }) {
    const { db, pencil, staff } = world;
    const order = orderOf(world, key);
    const line = pencil.order(key).lines[at];
    const [stored] = line ? (await linesOf(world, order)).filter(({ id }) => id === line.id) : [];
    if (!line || !stored) return;
    const { typicalLb } = known(world.products, line.product);
    const much = typicalLb === undefined ? line.lb : Math.round(line.lb / typicalLb);
    const [{ version } = { version: -1 }] = await db
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders.id, order.id));
    const asked = {
      version,
      notes: "",
      products: [],
      lines: [
        {
          lineId: line.id,
          quantity: typed({ product: line.product, much }, world),
          isRemoved: false,
          seenPricePerLb: inText(line.price),
          price: { pricePerLb: inText(cents), reason: "Agreed by phone" },
        },
      ],
    };
    const changed = await changeOrder(db, staff, order.id, asked, shop, officeSettings.defaults);
    if (changed === null) return;
    const [after] = (await linesOf(world, order)).filter(({ id }) => id === line.id);
    same(`price of line ${at + 1} of ${key}`, inHundredths(after?.pricePerLb ?? ""), cents);
    pencil.priced({ id: key, line: line.id, cents, today: todayOf(world) });
  },
});
