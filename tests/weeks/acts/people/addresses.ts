import { eq } from "drizzle-orm";
import { saveSite } from "#app/features/clients/client-records.server.ts";
import { shipTos } from "#db/schema/customers.ts";
import { act } from "../../life/act.ts";
import { buyerOf, Skipped, type World } from "../../life/world.ts";

interface Moved {
  buyer: string;
  site: number;
  /** The zone that serves it from then on. */
  zone: string;
}

const codes: Record<string, string> = { valley: "V3G1A1", coast: "V6B1A1" };

/** True if no open order and no standing order goes to the old address. */
function isIdle({ pencil, orders, standing }: World, buyer: string, site: number, key: string) {
  const isOpen = [...orders.values()].some((order) => {
    const { state, site: where } = pencil.order(order.key);
    return where === key && (state === "pending" || state === "fulfilled");
  });
  const isStanding = [...standing.values()].some((one) => one.buyer === buyer && one.site === site);
  return !isOpen && !isStanding;
}

/** A client moves to an address in another zone. */
export const changeAddress = act<Moved>({
  weight: 4,
  choose(world, random) {
    const idle = [...world.buyers.values()].flatMap((buyer) =>
      buyer.sites.flatMap(({ key, zone }, site) =>
        isIdle(world, buyer.key, site, key) && zone in codes
          ? [{ buyer: buyer.key, site, zone: zone === "coast" ? "valley" : "coast" }]
          : [],
      ),
    );
    return random.pick(idle);
  },
  say: ({ buyer, site, zone }) => `Site ${site + 1} of ${buyer} moves into zone ${zone}`,
  async run(world, { buyer: whose, site: at, zone }) {
    const { db, staff } = world;
    const buyer = buyerOf(world, whose);
    const site = buyer.sites[at];
    if (!site || !isIdle(world, whose, at, site.key)) throw new Skipped(whose);
    const [stored] = await db.select().from(shipTos).where(eq(shipTos.id, site.id));
    if (!stored) throw new Error("The site is gone");
    const { name, contactName, phone, notes, gateCode, closedOn, updatedAt } = stored;
    await saveSite(
      db,
      staff,
      { customerId: buyer.id, siteId: site.id },
      {
        name,
        contactName,
        phone,
        notes,
        gateCode,
        closedOn,
        receivesFrom: stored.receivesFrom,
        receivesTo: stored.receivesTo,
        address: `${at + 2} Moved Street`,
        postalCode: codes[zone] ?? "",
        seen: updatedAt.toISOString(),
      },
    );
    site.zone = zone;
  },
});
