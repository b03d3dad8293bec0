import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { lotParents, lots, packages } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getLot, packedOfLot } from "./lot-details.server.ts";
import { sourcesOfLot } from "./lot-source.server.ts";
import {
  addLot,
  createLot,
  listLots,
  lotsToMoveTo,
  resolveParents,
  updateLot,
} from "./lots.server.ts";
import { formerlyInWords, lotSchema } from "./lots.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const newLot = (over: object = {}) =>
  lotSchema.parse({ code: `L-${randomUUID().slice(0, 8)}`, supplier: "Sample Packer", ...over });

const codesOf = (found: { code: string }[]) => found.map(({ code }) => code);

/** Packs a package of a lot in a new order. */
async function packOf(lotId: string, value = "5") {
  const { db } = database;
  const client = await insertClient(db);
  const order = await insertOrder(db, client.user.id);
  const item = await insertOrderItem(db, order.id);
  return { order, item, one: await insertPackage(db, item.id, { value, unit: "lb" }, { lotId }) };
}

describe("lots to move packages to", () => {
  it("are the product's and those not packed yet, and any other by its whole code, but never the current lot", async () => {
    const { db } = database;
    const supplier = `Supplier ${randomUUID()}`;
    const lotOf = (code: string, over: object = {}) =>
      insertLot(db, { code: `${code}-${supplier.slice(9, 17)}`, supplier, ...over });
    const own = await lotOf("OWN", { receivedAt: new Date("2026-10-05") });
    const same = await lotOf("SAME", { receivedAt: new Date("2026-10-04") });
    const fresh = await lotOf("NEW", { receivedAt: new Date("2026-10-03") });
    const other = await lotOf("OTHER");
    await lotOf("OLD", { expiresOn: "2020-01-01" });
    const product = await insertProduct(db, { slug: randomUUID() });
    const elsewhere = await insertProduct(db, { slug: randomUUID() });
    const client = await insertClient(db);
    const order = await insertOrder(db, client.user.id);
    const reading = { value: "5", unit: "lb" as const };
    const line = async (position: number, productId: string, ...lotIds: string[]) => {
      const item = await insertOrderItem(db, order.id, { position, productId });
      for (const lotId of lotIds) await insertPackage(db, item.id, reading, { lotId });
    };
    await line(0, product.id, own.id, same.id);
    await line(1, elsewhere.id, other.id);
    const found = async (over: object) =>
      codesOf(
        await lotsToMoveTo(db, admin, {
          search: supplier,
          productId: product.id,
          except: own.id,
          ...over,
        }),
      );
    expect(await found({})).toEqual([same.code, fresh.code]);
    expect(await found({ search: other.code.toLowerCase() })).toEqual([other.code]);
    expect(await found({ search: own.code })).toEqual([]);
    expect(await found({ except: "" })).toEqual([own.code, same.code, fresh.code]);
  });
});

describe("the list of lots", () => {
  it("is paginated in both directions, the latest received first", async () => {
    const { db } = database;
    const supplier = `Supplier ${randomUUID()}`;
    for (let day = 1; day <= 5; day += 1) {
      await insertLot(db, { code: `P-${day}`, supplier, receivedAt: new Date(`2026-10-0${day}`) });
    }
    const first = await listLots(db, admin, { search: supplier, limit: 2 });
    expect([codesOf(first.rows), first.hasNewer, first.hasMore]).toEqual([
      ["P-5", "P-4"],
      false,
      true,
    ]);
    const cursorOf = ({ receivedAt, id }: (typeof first.rows)[number]) => ({ at: receivedAt, id });
    const [, last] = first.rows;
    const before = last && cursorOf(last);
    const second = await listLots(db, admin, { search: supplier, limit: 2, before });
    expect(codesOf(second.rows)).toEqual(["P-3", "P-2"]);
    const [top] = second.rows;
    const back = await listLots(db, admin, {
      search: supplier,
      limit: 2,
      after: top && cursorOf(top),
    });
    expect(codesOf(back.rows)).toEqual(["P-5", "P-4"]);
  });

  it("is searched by code or the supplier's own code, and accepts any text", async () => {
    const { db } = database;
    const lot = await insertLot(db, { supplierLot: `THEIRS%${randomUUID().slice(0, 8)}` });
    for (const search of [lot.code.toLowerCase(), lot.supplierLot, ` ${lot.supplierLot} `]) {
      const { rows } = await listLots(db, admin, { search });
      expect(codesOf(rows)).toContain(lot.code);
    }
    for (const search of ["%_%", "\0", "\\", "'", "\ud800"]) {
      expect(Array.isArray((await listLots(db, admin, { search })).rows)).toBe(true);
    }
  });
});

describe("a lot whose code was corrected", () => {
  it("is also found by its former code, which the list shows", async () => {
    const { db } = database;
    const unique = randomUUID().slice(0, 8);
    const lot = await insertLot(db, { code: `OLD-${unique}` });
    const rename = (code: string, version: number) =>
      updateLot(db, admin, { id: lot.id, version }, newLot({ code, supplier: lot.supplier }), []);
    await rename(`NEW-${unique}`, 0);
    const { rows } = await listLots(db, admin, { search: `old-${unique}` });
    expect(rows).toMatchObject([{ code: `NEW-${unique}`, formerCodes: [`OLD-${unique}`] }]);
    expect(rows.map(formerlyInWords)).toEqual([`formerly OLD-${unique}`]);
    expect(await getLot(db, admin, lot.id)).toMatchObject({ formerCodes: [`OLD-${unique}`] });
    await rename(`OLD-${unique}`, 1);
    const again = await listLots(db, admin, { search: unique });
    expect(again.rows.map(formerlyInWords)).toEqual([`formerly NEW-${unique}`]);
  });
});

describe("a new lot", () => {
  it("is stored with everything that was entered, and logged", async () => {
    const { db } = database;
    const lot = newLot({
      supplierLot: "S-9",
      animalNumber: "CA 124",
      establishment: "038",
      grade: "AAA",
      receivedAt: "2026-11-02T08:30",
      receivedLb: "250.5",
      temperatureC: "-1.5",
      slaughteredOn: "2026-10-20",
      expiresOn: "2026-12-24",
      note: "Two\r\nboxes",
    });
    const { id } = await createLot(db, admin, lot);
    const shown = await getLot(db, admin, id);
    expect(shown).toMatchObject({
      supplierLot: "S-9",
      animalNumber: "CA 124",
      establishment: "038",
      grade: "AAA",
      receivedLb: "250.50",
      temperatureC: "-1.5",
      slaughteredOn: "2026-10-20",
      expiresOn: "2026-12-24",
      note: "Two\nboxes",
      isPacked: false,
      packedLb: "0.00",
      receivedAt: new Date("2026-11-02T15:30:00Z"),
    });
    expect(shown?.madeFrom).toEqual([]);
    const [entry] = await listHistory(db, admin, { entity: "lot", entityId: id });
    expect(entry).toMatchObject({ action: "created", actorEmail: admin.email });
  });

  it("is refused if its supplier has the code already, except at the station, which gets the existing lot", async () => {
    const { db } = database;
    const lot = newLot();
    const first = await addLot(db, admin, lot);
    expect(await addLot(db, admin, lot)).toEqual(first);
    expect(await reasonOf(createLot(db, admin, lot))).toBe("exists");
    expect(await reasonOf(createLot(db, admin, { ...lot, supplier: "Another" }))).toBe("accepted");
  });
});

describe("a lot's ancestry", () => {
  it("is traced over all steps in both directions, each lot once", async () => {
    const { db } = database;
    const [animal, other, trim, blend, pack] = await Promise.all(
      ["A", "B", "C", "D", "E"].map((letter) =>
        insertLot(db, { code: `${letter}-${randomUUID().slice(0, 8)}` }),
      ),
    );
    if (!animal || !other || !trim || !blend || !pack) throw new Error("Nothing was inserted");
    await db.insert(lotParents).values([
      { childId: trim.id, parentId: animal.id, lb: "40" },
      { childId: blend.id, parentId: trim.id, lb: "30" },
      { childId: blend.id, parentId: other.id, lb: "20" },
      { childId: pack.id, parentId: blend.id, lb: "50" },
      // Directly, in addition to the indirect paths.
      { childId: pack.id, parentId: animal.id, lb: "5" },
    ]);
    const shown = await getLot(db, admin, pack.id);
    expect(shown?.madeFrom).toMatchObject([
      { code: animal.code, steps: 1, lb: "5.00", through: [] },
      { code: blend.code, steps: 1, lb: "50.00", through: [] },
      { code: other.code, steps: 2, lb: null, through: [blend.code] },
      { code: trim.code, steps: 2, lb: null, through: [blend.code] },
    ]);
    const source = await getLot(db, admin, animal.id);
    expect(source?.wentInto).toMatchObject([
      { code: trim.code, steps: 1, lb: "40.00" },
      { code: pack.code, steps: 1, lb: "5.00" },
      { code: blend.code, steps: 2, through: [trim.code] },
    ]);
    expect(source?.madeFrom).toEqual([]);
  });

  it("is traced through thirty steps with two paths each", async () => {
    const { db } = database;
    const steps = await Promise.all(
      Array.from({ length: 31 }, () => Promise.all([insertLot(db), insertLot(db)])),
    );
    const pairs = steps
      .slice(1)
      .flatMap((children, index) =>
        children.flatMap((child) =>
          (steps[index] ?? []).map((parent) => ({ childId: child.id, parentId: parent.id })),
        ),
      );
    await db.insert(lotParents).values(pairs);
    const shown = await getLot(db, admin, steps.at(-1)?.[0]?.id ?? "");
    expect(shown?.madeFrom).toHaveLength(60);
    expect(shown?.madeFrom.at(-1)?.steps).toBe(30);
  });

  it("never contains a cycle, even with concurrent writes", async () => {
    const { db } = database;
    const [one, two, three] = [await insertLot(db), await insertLot(db), await insertLot(db)];
    const made = (child: typeof one, parent: typeof one) =>
      db.insert(lotParents).values({ childId: child.id, parentId: parent.id });
    await made(two, one);
    await made(three, two);
    expect(await refusalOf(made(one, three))).toBe("lot_parents_no_circle");
    expect(await refusalOf(made(one, one))).toMatch(/^lot_parents_no/);
    const edit = updateLot(db, admin, { id: one.id, version: 0 }, newLot({ code: one.code }), [
      { id: three.id, lb: null },
    ]);
    expect(await reasonOf(edit)).toBe("circle");

    for (let round = 0; round < 20; round += 1) {
      const [left, right] = [await insertLot(db), await insertLot(db)];
      const outcomes = await Promise.all(
        [made(left, right), made(right, left)].map((made) =>
          made.then(
            () => "stored",
            (error) => databaseErrorOf(error)?.constraint,
          ),
        ),
      );
      expect(outcomes.sort()).toEqual(["lot_parents_no_circle", "stored"]);
    }
  });

  it("comes from cutting sheets: parents entered by hand can be corrected, but not added", async () => {
    const { db } = database;
    const [lot, parent, other] = [await insertLot(db), await insertLot(db), await insertLot(db)];
    const changed = (version: number, parents: { id: string; lb: string | null }[]) =>
      updateLot(db, admin, { id: lot.id, version }, newLot({ code: lot.code }), parents);
    expect(await reasonOf(changed(0, [{ id: parent.id, lb: "3" }]))).toBe("sheet");
    expect((await getLot(db, admin, lot.id))?.madeFrom).toEqual([]);
    await db.insert(lotParents).values({ childId: lot.id, parentId: parent.id, lb: "3" });
    expect(await reasonOf(changed(0, [{ id: other.id, lb: "3" }]))).toBe("sheet");
    await changed(0, [{ id: parent.id, lb: "2.5" }]);
    expect((await getLot(db, admin, lot.id))?.madeFrom).toMatchObject([
      { id: parent.id, lb: "2.50", isByHand: true },
    ]);
    await changed(1, []);
    expect((await getLot(db, admin, lot.id))?.madeFrom).toEqual([]);
  });

  it("is resolved from lot codes, with the supplier if several lots have the code", async () => {
    const { db } = database;
    const code = `Twin, ${randomUUID().slice(0, 8)}`;
    const [one, two] = [
      await insertLot(db, { code, supplier: "North, Ltd." }),
      await insertLot(db, { code, supplier: "South" }),
    ];
    const single = await insertLot(db);
    const typed = (name: string, row = 1) => ({ row, name, lb: "2" });
    expect(
      await resolveParents(db, admin, [
        typed(`${code.toLowerCase()}, north, ltd.`),
        typed(single.code, 2),
      ]),
    ).toEqual({
      parents: [
        { id: one.id, lb: "2", row: 1 },
        { id: single.id, lb: "2", row: 2 },
      ],
      errors: {},
    });
    const { parents, errors } = await resolveParents(db, admin, [
      typed(code),
      typed("nothing of the kind", 2),
      typed(`${code}, South`, 3),
      typed(`${code}, SOUTH`, 4),
    ]);
    expect(parents).toEqual([{ id: two.id, lb: "2", row: 3 }]);
    expect(errors).toEqual({
      parent1: [expect.stringMatching(/^More than one supplier has it\. .*South/)],
      parent2: ["There is no lot nothing of the kind. Add it first."],
      parent4: ["This lot is entered twice. Enter the sum of its pounds."],
    });
  });
});

describe("a change to a lot", () => {
  it("is logged with the differences, and nothing is written if there are none", async () => {
    const { db } = database;
    const [lot, parent] = [await insertLot(db, { receivedLb: "100" }), await insertLot(db)];
    await db.insert(lotParents).values({ childId: lot.id, parentId: parent.id, lb: "2" });
    const wanted = newLot({ code: lot.code, receivedLb: "100.0", grade: "AA" });
    await updateLot(db, admin, { id: lot.id, version: 0 }, wanted, [{ id: parent.id, lb: "3" }]);
    const history = () => listHistory(db, admin, { entity: "lot", entityId: lot.id });
    expect(await history()).toMatchObject([
      {
        action: "edited",
        before: { grade: "", madeFrom: `${parent.code}, Sample Packer (2.00 lb)` },
        after: { grade: "AA", madeFrom: `${parent.code}, Sample Packer (3.00 lb)` },
      },
    ]);
    await updateLot(db, admin, { id: lot.id, version: 1 }, wanted, [{ id: parent.id, lb: "3" }]);
    expect(await history()).toHaveLength(1);
    const [stored] = await db.select().from(lots).where(eq(lots.id, lot.id));
    expect(stored).toMatchObject({ version: 1, receivedAt: lot.receivedAt });
    await updateLot(db, admin, { id: lot.id, version: 1 }, wanted, []);
    expect((await getLot(db, admin, lot.id))?.madeFrom).toEqual([]);
  });

  it("to its received pounds is refused if a cutting sheet made it, and otherwise needs a reason", async () => {
    const { db } = database;
    const parent = await insertLot(db, { receivedLb: "100.00" });
    const change = (lot: { id: string; code: string; supplier: string }, why = "", version = 0) =>
      reasonOf(
        updateLot(
          db,
          admin,
          { id: lot.id, version },
          newLot({ code: lot.code, supplier: lot.supplier, receivedLb: "24" }),
          [],
          why,
        ),
      );
    const cut = await cutLots(
      db,
      admin,
      {
        requestId: randomUUID(),
        kind: "Trim",
        differenceReason: "",
        confirmed: [],
        inputs: [{ row: 1, name: parent.code, lb: "22" }],
        outputs: [{ row: 1, productId: null, what: "Trim", code: "", lb: "22" }],
        wastes: [],
      },
      "Sample Beef",
    );
    const output = (await getCutting(db, admin, cut))?.outputs[0];
    const [made] = await db
      .select()
      .from(lots)
      .where(eq(lots.id, output?.lotId ?? ""));
    if (!made) throw new Error("Nothing was made");
    expect(await sourcesOfLot(db, made.id)).toEqual([
      { name: "Cutting sheet: Trim", path: `/admin/cutting/${cut}` },
    ]);
    expect(await change(made, "Weighed again", made.version)).toBe("received elsewhere");
    const typed = await insertLot(db, { receivedLb: "22.00" });
    expect(await change(typed)).toBe("invalid");
    expect(await change(typed, "Weighed again")).toBe("accepted");
    const [logged] = (await listHistory(db, admin, { entity: "lot", entityId: typed.id })) ?? [];
    expect(logged?.after).toMatchObject({ receivedLb: "24.00", reason: "Weighed again" });
  });

  it("is refused from an outdated version, or if the supplier already has the code", async () => {
    const { db } = database;
    const [lot, other] = [await insertLot(db), await insertLot(db)];
    const at = { id: lot.id, version: 0 };
    expect(
      await reasonOf(updateLot(db, admin, at, newLot({ code: lot.code, grade: "A" }), [])),
    ).toBe("accepted");
    expect(await reasonOf(updateLot(db, admin, at, newLot({ code: lot.code }), []))).toBe(
      "changed",
    );
    const taken = updateLot(db, admin, { ...at, version: 1 }, newLot({ code: other.code }), []);
    expect(await reasonOf(taken)).toBe("exists");
    const gone = updateLot(db, admin, { id: randomUUID(), version: 0 }, newLot(), []);
    expect(await reasonOf(gone)).toBe("gone");
  });

  it("can't affect a packed lot's code and supplier, only the rest", async () => {
    const { db } = database;
    const lot = await insertLot(db);
    await packOf(lot.id);
    const at = { id: lot.id, version: 0 };
    expect(await reasonOf(updateLot(db, admin, at, newLot(), []))).toBe("packed");
    const elsewhere = newLot({ code: lot.code, supplier: "Another" });
    expect(await reasonOf(updateLot(db, admin, at, elsewhere, []))).toBe("packed");
    const dated = newLot({ code: lot.code, expiresOn: "2027-01-31" });
    expect(await reasonOf(updateLot(db, admin, at, dated, []))).toBe("accepted");
    expect(
      await refusalOf(db.update(lots).set({ code: "Renamed" }).where(eq(lots.id, lot.id))),
    ).toBe("lots_packed_keep_code");
  });
});

describe("the list of a lot's packages", () => {
  it("has one row per order line with its sum, without voided packages", async () => {
    const { db } = database;
    const lot = await insertLot(db, { receivedLb: "40" });
    const { item, order } = await packOf(lot.id, "5");
    await insertPackage(db, item.id, { value: "2.5", unit: "lb" }, { lotId: lot.id });
    const second = await packOf(lot.id, "4");
    await db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, second.one.id));
    const { rows } = await packedOfLot(db, admin, lot.id);
    expect(rows).toMatchObject([
      { orderId: order.id, itemId: item.id, packages: 2, lb: "7.50", packedAt: expect.any(Date) },
    ]);
    expect(await getLot(db, admin, lot.id)).toMatchObject({ packedLb: "7.50", isPacked: true });
  });

  it("is paginated in both directions", async () => {
    const { db } = database;
    const lot = await insertLot(db);
    for (let index = 0; index < 5; index += 1) await packOf(lot.id, `${index + 1}`);
    const first = await packedOfLot(db, admin, lot.id, { limit: 2 });
    const [, last] = first.rows;
    const before = last && { at: last.packedAt, id: last.itemId };
    const second = await packedOfLot(db, admin, lot.id, { limit: 2, before });
    const ids = [...first.rows, ...second.rows].map(({ itemId }) => itemId);
    expect(new Set(ids).size).toBe(4);
    const [top] = second.rows;
    const after = top && { at: top.packedAt, id: top.itemId };
    expect(await packedOfLot(db, admin, lot.id, { limit: 2, after })).toMatchObject({
      rows: first.rows,
      hasMore: true,
    });
  });
});
