import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { OpenDatabase } from "#db/database.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { holdLot } from "./holds/lot-holds.server.ts";
import { getLot } from "./lot-details.server.ts";
import { listLots, lotsToMoveTo, lotsToOffer, lotsToScan, lotsToSell } from "./lots.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

describe("the meat of a lot", () => {
  it("is named by the lot's receipt, its cutting sheet or its packages, beside the pounds left", async () => {
    const { db } = database;
    const mark = randomUUID().slice(0, 8);
    const ground = await insertProduct(db, { name: `Ground ${mark}` });
    const roast = await insertProduct(db, { name: `Roast ${mark}` });
    const receipt = newReceipt([
      { lotCode: `CR-${mark}`, description: "Chuck roll", lb: "180.00" },
    ]);
    await receiveGoods(db, admin, receipt, receivingSettings.defaults);
    const said = async () =>
      (await listLots(db, admin, { search: mark })).rows.map(({ code, meat, leftLb }) =>
        [code, meat, leftLb].join(" | "),
      );
    expect(await said()).toEqual([`CR-${mark} | Chuck roll | 180.00`]);
    const id = await cutLots(
      db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Chuck",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: `CR-${mark}`, lb: "120.00" }],
        outputs: [
          { row: 1, productId: ground.id, code: `G-${mark}`, lb: "70.00" },
          { row: 2, productId: roast.id, code: `R-${mark}`, lb: "50.00" },
        ],
        wastes: [],
      },
      "Sample Beef",
    );
    expect((await said()).sort()).toEqual([
      `CR-${mark} | Chuck roll | 60.00`,
      `G-${mark} | Ground ${mark} | 70.00`,
      `R-${mark} | Roast ${mark} | 50.00`,
    ]);
    const cutting = await getCutting(db, admin, id);
    expect(cutting?.inputs).toMatchObject([{ meat: "Chuck roll" }]);
    const bare = await insertLot(db, { code: `B-${mark}` });
    const client = await insertClient(db);
    const order = await insertOrder(db, client.user.id);
    const item = await insertOrderItem(db, order.id, { productId: roast.id });
    await insertPackage(db, item.id, { value: "5", unit: "lb" }, { lotId: bare.id });
    expect(await getLot(db, admin, bare.id)).toMatchObject({
      meat: item.productName,
      leftLb: null,
    });

    const offered = async () =>
      (await lotsToOffer(db, admin, { search: mark, productId: ground.id, first: [] })).map(
        ({ code, isHeld }) => `${code.slice(0, -9)}${isHeld ? " held" : ""}`,
      );
    const newest = await insertLot(db, { code: `E-${mark}`, expiresOn: "2020-01-01" });
    expect(newest.code).toBe(`E-${mark}`);
    const first = await offered();
    expect(first).toEqual(["G", "CR", "E"]);
    const [made] = cutting?.outputs ?? [];
    await holdLot(db, admin, made?.lotId ?? "", "A smell");
    const then = await offered();
    expect(then[0]).toBe("CR");
    expect(then.slice(1).sort()).toEqual(["E", "G held"]);
    // A line whose product was deleted has none.
    const all = await lotsToOffer(db, admin, { search: mark, productId: "", first: [] });
    expect(all).toHaveLength(5);
    const of = { search: mark, productId: ground.id, first: [bare.id] };
    expect((await lotsToOffer(db, admin, of))[0]?.code).toBe(`B-${mark}`);
    // Its stock has some left, but none of it may be packed.
    const stocked = { ...of, first: [made?.lotId ?? "", bare.id] };
    const codes = (await lotsToOffer(db, admin, stocked)).map(({ code }) => code);
    expect(codes[0]).toBe(`B-${mark}`);
    expect(codes.slice(-2)).toContain(`G-${mark}`);
  });
});

describe("lots offered for a product", () => {
  it("are the product's own, earliest expiry first, and others only by their whole code", async () => {
    const { db } = database;
    const mark = randomUUID().slice(0, 8);
    const ground = await insertProduct(db, { name: `Ground ${mark}` });
    const roast = await insertProduct(db, { name: `Roast ${mark}` });
    const came = (productId: string, code: string, days: number) => ({
      productId,
      lotCode: `${code}-${mark}`,
      lb: "40.00",
      expiresOn: daysAfter(pacificDay(new Date()), days),
    });
    const receipt = newReceipt([
      came(ground.id, "LATER", 20),
      came(ground.id, "SOON", 3),
      came(roast.id, "ROAST", 1),
    ]);
    await receiveGoods(db, admin, receipt, receivingSettings.defaults);
    const offered = async (search: string) => {
      const found = await lotsToOffer(db, admin, { search, productId: ground.id, first: [] });
      return found.map(({ code }) => code).filter((code) => code.includes(mark));
    };
    expect(await offered("")).toEqual([`SOON-${mark}`, `LATER-${mark}`]);
    expect(await offered(mark)).toEqual([`SOON-${mark}`, `LATER-${mark}`]);
    // By the whole code, to be confirmed.
    expect(await offered(`roast-${mark}`)).toEqual([`ROAST-${mark}`]);
    const other = { search: `ROAST-${mark}`, productId: ground.id };
    expect(await lotsToOffer(db, admin, { ...other, first: [] })).toMatchObject([
      { isOther: true },
    ]);
    expect(await lotsToMoveTo(db, admin, { ...other, except: "" })).toMatchObject([
      { isOther: true },
    ]);
    const moved = { search: "", productId: ground.id, except: "" };
    const found = (await lotsToMoveTo(db, admin, moved)).map(({ code }) => code);
    expect(found.filter((code) => code.includes(mark))).toEqual([`SOON-${mark}`, `LATER-${mark}`]);
  });
});

describe("meat that isn't a product", () => {
  it("is offered for the cuts of its primal, trim for ground products, and a carcass for all", async () => {
    const { db } = database;
    const mark = randomUUID().slice(0, 8);
    const named = (name: string) => insertProduct(db, { name: `${name} ${mark}` });
    const [ribeye, blade] = [await named("Ribeye"), await named("Blade")];
    const ground = await named("Ground");
    const [rib, chuck] = await db
      .insert(primals)
      .values([{ name: `Rib ${mark}` }, { name: `Chuck ${mark}` }])
      .returning();
    const [known] = await db.select().from(primals).where(eq(primals.isTrim, true));
    const [trim] = known
      ? [known]
      : await db
          .insert(primals)
          .values({ name: `Trim ${mark}`, isTrim: true })
          .returning();
    const cut = (productId: string, primalId = "") => ({ productId, primalId, yieldPct: "10.00" });
    await db
      .insert(primalCuts)
      .values([cut(ribeye.id, rib?.id), cut(blade.id, chuck?.id), cut(ground.id, trim?.id)]);
    const line = (code: string, description: string) => ({
      lotCode: `${code}-${mark}`,
      description,
      lb: "40.00",
    });
    const receipt = newReceipt([
      line("SIDE", "Side of beef"),
      line("RIB", `Rib ${mark} roll`),
      line("CHUCK", `Chuck ${mark}`),
      line("TRIM", "Beef trim 80/20"),
    ]);
    await receiveGoods(db, admin, receipt, receivingSettings.defaults);
    const offered = async (productId: string) =>
      (await lotsToOffer(db, admin, { search: mark, productId, first: [] }))
        .map(({ code }) => code.slice(0, -9))
        .sort();
    expect(await offered(ribeye.id)).toEqual(["RIB", "SIDE"]);
    expect(await offered(blade.id)).toEqual(["CHUCK", "SIDE"]);
    expect(await offered(ground.id)).toEqual(["SIDE", "TRIM"]);
    // Its own lots come before its primal's, which expires first, even if stock has that as the
    // product.
    const own = { productId: ribeye.id, lotCode: `OWN-${mark}`, lb: "40.00" };
    const days = (count: number) => daysAfter(pacificDay(new Date()), count);
    await receiveGoods(
      db,
      admin,
      newReceipt([
        { ...own, expiresOn: days(20) },
        { ...line("EARLY", `Rib ${mark} cap`), expiresOn: days(2) },
      ]),
      receivingSettings.defaults,
    );
    const [early] = (await listLots(db, admin, { search: `EARLY-${mark}` })).rows;
    const first = async (places: string[]) =>
      (await lotsToOffer(db, admin, { search: mark, productId: ribeye.id, first: places }))
        .map(({ code }) => code.slice(0, -9))
        .slice(0, 2);
    expect(await first([])).toEqual(["OWN", "EARLY"]);
    expect(await first([early?.id ?? ""])).toEqual(["OWN", "EARLY"]);
    const sold = await lotsToSell(db, admin);
    const atTill = (code: string) => sold.find((one) => one.code === `${code}-${mark}`);
    expect(atTill("OWN")).toMatchObject({ soldAs: [ribeye.id], namedAs: [ribeye.id] });
    expect(atTill("EARLY")).toMatchObject({ soldAs: [ribeye.id], namedAs: [] });
    const scanned = await lotsToScan(db, admin);
    const asOf = (code: string) =>
      scanned.find((one) => one.code === `${code}-${mark}`)?.packableAs ?? null;
    expect(asOf("SIDE")).toBeNull();
    expect(asOf("RIB")).toEqual([ribeye.id]);
    expect(asOf("TRIM")).toContain(ground.id);
    expect(asOf("TRIM")).not.toContain(ribeye.id);
  });
});
