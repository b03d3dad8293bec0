import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { lotValues } from "#app/domain/lots/lot-form.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { balanceLots } from "#app/domain/lots/lot-trace.server.ts";
import { listLots, updateLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import { getStock } from "#app/domain/stock/stock-lists.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { cuttings } from "#db/schema/meat/cuttings.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { reasonOf, refusal } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { divisionOfCutting, divisionOfLot } from "./carried-cost.server.ts";
import { carriedCostInWords } from "./carry-cost-words.ts";
import { chooseValue, correctOutput, valuesOfOutputs } from "./correct-cutting.server.ts";
import {
  type CuttingQuestion,
  copiedSheet,
  notOurs,
  type TypedCutting,
  weighedInWords,
} from "./cutting.ts";
import {
  chooseBasis,
  correctCost,
  costsWentIn,
  cutLots,
  lotsInPieces,
  productsToCut,
} from "./cuttings.server.ts";
import { expiryOfOutput } from "./expiry.ts";
import { sheetMistakes } from "./sheet-mistakes.server.ts";
import { getCutting, yieldsByKind } from "./sheets.server.ts";
import { takeBackCutting } from "./take-back-cutting.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let ribeye: typeof products.$inferSelect;
let ground: typeof products.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ribeye = await insertProduct(db, { name: "Ribeye", pricePerLb: "27.99" });
  ground = await insertProduct(db, { name: "Ground", pricePerLb: "9.99" });
});
afterAll(() => database.close());

/** Returns what a refusal says of each field; null if it was accepted. */
const errorsOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: Refusal) => error.answer.errors,
  );

function typed(
  names: [name: string, lb: string][],
  over: Partial<TypedCutting> = {},
): TypedCutting {
  return {
    requestId: randomUUID(),
    kind: "Side",
    differenceReason: "",
    confirmed: [],
    inputs: names.map(([name, lb], index) => ({ row: index + 1, name, lb })),
    outputs: [
      { row: 1, productId: ribeye.id, code: "", lb: "20.00" },
      { row: 2, productId: ground.id, code: "", lb: "50.00" },
    ],
    wastes: [{ row: 1, reason: "Bone", lb: "30.00" }],
    ...over,
  };
}

async function keptInPieces(name: string, typicalPieceLb = "10.00") {
  const product = await insertProduct(db, { name, soldBy: "piece", typicalPieceLb });
  await db.insert(productStock).values({ productId: product.id, tracking: "pieces" });
  return product;
}

const cut = (form: TypedCutting) => cutLots(db, admin, form, "Sample Beef");
const costOf = async (id: string) =>
  (await db.select().from(lots).where(eq(lots.id, id)))[0]?.costCents ?? null;
const boughtLot = (over: object = {}) =>
  insertLot(db, { receivedLb: "100.00", costCents: 520_00, ...over });

async function outputsOf(id: string) {
  const cutting = await getCutting(db, admin, id);
  return cutting?.outputs.map(({ lotId }) => lotId) ?? [];
}

describe("a product kept in pieces", () => {
  const piecesOf = async (lotId: string) =>
    db
      .select({ kind: stockEntries.kind, lb: stockEntries.lb, pieces: stockEntries.pieces })
      .from(stockEntries)
      .where(eq(stockEntries.lotId, lotId))
      .orderBy(desc(stockEntries.lb));

  it("needs pieces of inputs and outputs; a remnant counts as no piece", async () => {
    const brisket = await keptInPieces("Whole brisket");
    const lot = await boughtLot({ receivedLb: "40.00" });
    const came = { productId: brisket.id, lotId: lot.id, kind: "received" as const };
    await db.insert(stockEntries).values({ ...came, lb: "40.00", pieces: 3 });
    const name = `${lot.code}, ${lot.supplier}`;
    const rows = [
      { row: 1, productId: brisket.id, code: "", lb: "6.00" },
      { row: 2, productId: ground.id, code: "", lb: "18.00" },
    ];
    const wastes = [{ row: 1, reason: "Fat", lb: "2.00" }];
    const form = typed([[name, "26.00"]], { kind: "Brisket", outputs: rows, wastes });
    const { answer } = await refusal(cut(form));
    expect(Object.keys(answer.errors ?? {})).toEqual(["outputPieces1", "inputPieces1"]);
    const sheet = await cut({
      ...form,
      inputs: [{ row: 1, name, lb: "26.00", pieces: 2 }],
      outputs: rows.map((row) => ({ ...row, pieces: row.row === 1 ? 0 : null })),
    });
    expect(await piecesOf(lot.id)).toEqual([
      { kind: "received", lb: "40.00", pieces: 3 },
      { kind: "waste", lb: "-2.00", pieces: 0 },
      { kind: "cut from", lb: "-24.00", pieces: -2 },
    ]);
    const remnant = (await getCutting(db, admin, sheet))?.outputs[0]?.lotId ?? "";
    expect(await piecesOf(remnant)).toEqual([{ kind: "cut into", lb: "6.00", pieces: 0 }]);
    // The drip is on the sheet, but moves no pieces.
    const stock = await getStock(db, admin, brisket.id);
    expect(stock?.movements.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["cut from", -2],
      ["received", 3],
    ]);
    const correct = (confirmed: readonly CuttingQuestion[]) =>
      correctOutput(db, admin, sheet, {
        lotId: remnant,
        lb: "16.00",
        reason: "Misread",
        confirmed,
      });
    // More than 110 % of what went in is asked about as on a new sheet.
    const asked = await refusal(correct([]));
    expect(Object.keys(asked.answer.errors ?? {})).toEqual(["isMoreMeant"]);
    await correct(["isMoreMeant"]);
    expect((await piecesOf(remnant)).map(({ pieces }) => pieces)).toEqual([0, 0]);
    expect(await lotsInPieces(db, admin, [lot.id, remnant])).toEqual(new Set([lot.id, remnant]));
  });

  it("needs confirmation for pieces of an unusual weight, also in a correction", async () => {
    const steak = await keptInPieces("Flat iron", "1.25");
    const lot = await boughtLot({ receivedLb: "100.00" });
    const form = (lb: string, confirmed: CuttingQuestion[] = []) =>
      typed([[`${lot.code}, ${lot.supplier}`, lb]], {
        outputs: [{ row: 1, productId: steak.id, code: "", lb, pieces: 4 }],
        kind: "Steaks",
        wastes: [],
        confirmed,
      });
    expect(await errorsOf(cut(form("50.00")))).toEqual({
      isOddMeant: [
        "50 lb of Flat iron in 4 pieces would be 12.5 lb a piece, and one usually weighs 1.25 lb. Is that right?",
      ],
    });
    expect(await errorsOf(cut(form("50.00", ["isOddMeant"])))).toBeNull();
    const sheet = await cut(form("5.00"));
    const [lotId = ""] = await outputsOf(sheet);
    const correct = (lb: string, confirmed: CuttingQuestion[] = []) =>
      errorsOf(correctOutput(db, admin, sheet, { lotId, lb, reason: "Misread", confirmed }));
    expect(await correct("0.50")).toHaveProperty("isOddMeant");
    expect(await correct("0.50", ["isOddMeant"])).toBeNull();
  });

  it("has its pieces shown on the sheet, and corrected to no fewer than were used", async () => {
    const steak = await keptInPieces("Tomahawk", "2.00");
    const whole = await keptInPieces("Rib");
    const lot = await boughtLot({ receivedLb: "40.00" });
    const came = { productId: whole.id, lotId: lot.id, kind: "received" as const };
    await db.insert(stockEntries).values({ ...came, lb: "40.00", pieces: 4 });
    const name = `${lot.code}, ${lot.supplier}`;
    const rib = (pieces: number) => [{ row: 1, name, lb: "20.00", pieces }];
    const outputs = [
      { row: 1, productId: steak.id, code: "", lb: "16.00", pieces: 8 },
      { row: 2, productId: ground.id, code: "", lb: "4.00" },
    ];
    const form = { ...typed([], { kind: "Rib", outputs, wastes: [] }), inputs: rib(2) };
    const sheet = await cut(form);
    const shown = async () => {
      const { inputs = [], outputs = [] } = (await getCutting(db, admin, sheet)) ?? {};
      return { wentIn: inputs.map(weighedInWords), cameOfIt: outputs.map(weighedInWords) };
    };
    expect(await shown()).toEqual({
      wentIn: ["20 lb, 2 pieces"],
      cameOfIt: ["16 lb, 8 pieces", "4 lb"],
    });
    const copied = copiedSheet(must(await getCutting(db, admin, sheet)), [steak, ground]);
    expect(copied).toMatchObject({ inputPieces1: "2", outputPieces1: "8" });
    expect(copied).not.toHaveProperty("outputPieces2");
    const [lotId = "", mince = ""] = await outputsOf(sheet);
    const refused = (
      correction: { lb?: string; pieces: number },
      of = lotId,
      confirmed: CuttingQuestion[] = [],
    ) =>
      errorsOf(
        correctOutput(db, admin, sheet, {
          lotId: of,
          reason: "Miscounted",
          lb: null,
          ...correction,
          confirmed,
        }),
      );
    // Five steaks are thrown away by the piece.
    const gone = { productId: steak.id, lotId, kind: "waste" as const, lb: "-10.00", pieces: -5 };
    await db.insert(stockEntries).values(gone);
    expect(await refused({ pieces: 4 })).toEqual({
      pieces: ["5 pieces of it were packed, cut or thrown away already, so no fewer came of it."],
    });
    expect(await refused({ pieces: 2 }, mince)).toEqual({
      pieces: ["Ground is not kept in pieces, so leave this empty"],
    });
    expect(await refused({ pieces: 90 })).toHaveProperty("isOddMeant");
    expect(await refused({ pieces: 7 })).toBeNull();
    expect(await refused({ lb: "17.00", pieces: 5 })).toBeNull();
    // The correction changes nothing.
    expect(await refused({ lb: "17.00", pieces: 5 })).toBeNull();
    expect((await shown()).cameOfIt).toEqual(["17 lb, 5 pieces", "4 lb"]);
    expect((await piecesOf(lotId)).map(({ lb, pieces }) => [lb, pieces])).toEqual([
      ["16.00", 8],
      ["1.00", -2],
      ["0.00", -1],
      ["-10.00", -5],
    ]);
    const history = await listHistory(db, admin, { entity: "cutting", entityId: sheet });
    expect(history.slice(0, 2).map(({ before, after }) => [before, after])).toEqual([
      [
        { weight: expect.stringMatching(/Tomahawk: 16 lb, 7 pieces$/) },
        { weight: expect.stringMatching(/Tomahawk: 17 lb, 5 pieces$/), reason: "Miscounted" },
      ],
      [
        { weight: expect.stringMatching(/Tomahawk: 16 lb, 8 pieces$/) },
        { weight: expect.stringMatching(/Tomahawk: 16 lb, 7 pieces$/), reason: "Miscounted" },
      ],
    ]);
    const [ofLot] = await listHistory(db, admin, { entity: "lot", entityId: lotId });
    expect(ofLot).toMatchObject({ before: { pieces: 7 }, after: { pieces: 5 } });
  });

  it("has its pieces shown on a reversed sheet too", async () => {
    const steak = await keptInPieces("Porterhouse", "2.00");
    const lot = await boughtLot({ receivedLb: "40.00" });
    const outputs = [{ row: 1, productId: steak.id, code: "", lb: "16.00", pieces: 8 }];
    const id = await cut(typed([[lot.code, "16.00"]], { kind: "Loin", outputs, wastes: [] }));
    await takeBackCutting(db, admin, id, "Wrong lot");
    const sheet = must(await getCutting(db, admin, id));
    expect(sheet.inputs.map(weighedInWords)).toEqual(["16 lb"]);
    expect(sheet.outputs.map(weighedInWords)).toEqual(["16 lb, 8 pieces"]);
  });

  it("is thrown away by the piece by a sheet without outputs", async () => {
    const brisket = await keptInPieces("Old brisket");
    const lot = await boughtLot({ receivedLb: "20.00" });
    const came = { productId: brisket.id, lotId: lot.id, kind: "received" as const };
    await db.insert(stockEntries).values({ ...came, lb: "20.00", pieces: 2 });
    await cut({
      ...typed([], { kind: "Brisket", outputs: [] }),
      wastes: [{ row: 1, reason: "Spoiled", lb: "20.00" }],
      inputs: [{ row: 1, name: `${lot.code}, ${lot.supplier}`, lb: "20.00", pieces: 2 }],
    });
    expect((await piecesOf(lot.id)).at(-1)).toEqual({ kind: "waste", lb: "-20.00", pieces: -2 });
  });
});

describe("a cutting", () => {
  it("makes lots with their parents, moves the stock and carries the cost, even if sent twice", async () => {
    const lot = await boughtLot({ expiresOn: "2027-01-05", grade: "AAA" });
    const side = await insertProduct(db);
    const received = { productId: side.id, lotId: lot.id, kind: "received" as const, lb: "100.00" };
    await db.insert(stockEntries).values(received);
    const form = typed([[lot.code, "100.00"]]);
    const [id, again] = await Promise.all([cut(form), cut(form)]);
    expect(again).toBe(id);
    const [steak = "", mince = ""] = await outputsOf(id);
    expect([await costOf(steak), await costOf(mince)]).toEqual([274_80, 245_20]);
    await chooseBasis(db, admin, id, "weight");
    expect([await costOf(steak), await costOf(mince)]).toEqual([148_57, 371_43]);
    await correctCost(db, admin, lot.id, null);
    expect([await costOf(steak), await costOf(mince)]).toEqual([null, null]);
    await correctCost(db, admin, lot.id, 1_00);
    expect([await costOf(steak), await costOf(mince)]).toEqual([29, 71]);
    expect(await reasonOf(correctCost(db, admin, steak, 5_00))).toBe("cut");
    const [made] = await db.select().from(lots).where(eq(lots.id, steak));
    expect(made).toMatchObject({ receivedLb: "20.00", expiresOn: "2027-01-05", grade: "AAA" });
    const parents = await db.select().from(lotParents).where(eq(lotParents.childId, steak));
    expect(parents).toEqual([{ childId: steak, parentId: lot.id, lb: "20.00" }]);
    const entries = await db
      .select({ kind: stockEntries.kind, lb: stockEntries.lb })
      .from(stockEntries)
      .where(eq(stockEntries.lotId, lot.id));
    expect(entries.sort((a, b) => Number(b.lb) - Number(a.lb))).toEqual([
      { kind: "received", lb: "100.00" },
      { kind: "waste", lb: "-30.00" },
      { kind: "cut from", lb: "-70.00" },
    ]);
    const [balance] = await balanceLots(db, admin, [lot.id, steak, mince]).then((all) =>
      all.filter((one) => one.id === lot.id),
    );
    expect(balance).toMatchObject({
      wastedLb: "30.00",
      intoLb: "70.00",
      onHandLb: null,
      uncountedLb: "0.00",
    });
    // The list counts a sheet's waste as waste of the lot that was cut.
    const { rows: listed } = await listLots(db, admin, { search: lot.code });
    expect(listed).toMatchObject([
      { packedLb: "0.00", cutLb: "100.00", wastedLb: "0.00", leftLb: "0.00" },
    ]);
    const yields = await yieldsByKind(db, admin);
    expect(yields).toContainEqual({
      kind: "Side",
      cuttings: 1,
      inputLb: "100.00",
      outputLb: "70.00",
    });
  });

  it("can output trim that isn't a product, and grind it with its share of the cost", async () => {
    const lot = await boughtLot({ receivedLb: "180.00", costCents: 918_00 });
    const trim = { row: 1, productId: null, what: "Beef trim", code: "", lb: "50.00" };
    const roast = { row: 2, productId: ribeye.id, code: "", lb: "70.00", expiresOn: "2027-02-01" };
    const id = await cut(typed([[lot.code, "120.00"]], { outputs: [trim, roast], wastes: [] }));
    expect(await costsWentIn(db, admin, id)).toEqual({ [lot.id]: 612_00 });
    const cutting = await getCutting(db, admin, id);
    expect(cutting?.outputs).toMatchObject([
      { productName: "Beef trim", expiresOn: null },
      { productName: "Ribeye", expiresOn: "2027-02-01" },
    ]);
    const [made] = cutting?.outputs ?? [];
    expect(await costOf(made?.lotId ?? "")).toBe(255_00);
    expect(
      await db
        .select({ productId: stockEntries.productId, kind: stockEntries.kind, lb: stockEntries.lb })
        .from(stockEntries)
        .where(eq(stockEntries.lotId, made?.lotId ?? "")),
    ).toEqual([{ productId: null, kind: "cut into", lb: "50.00" }]);
    const outputs = [{ row: 1, productId: ground.id, code: "", lb: "50.00" }];
    const then = await cut(typed([[made?.code ?? "", "50.00"]], { outputs, wastes: [] }));
    const [mince = ""] = await outputsOf(then);
    expect(await costOf(mince)).toBe(255_00);
    expect(await costsWentIn(db, admin, then)).toEqual({ [made?.lotId ?? ""]: 255_00 });
  });

  it("of five lots divides shares and costs exactly, also for lots of an untracked product", async () => {
    const five = [];
    for (const cents of [100_01, 99_99, 33_33, 7, 0]) {
      five.push(await boughtLot({ receivedLb: "20.00", costCents: cents }));
    }
    const id = await cut(typed(five.map((lot) => [lot.code, "20.00"])));
    const made = await outputsOf(id);
    const costs = await Promise.all(made.map(costOf));
    expect(costs.reduce((sum: number, cents) => sum + (cents ?? 0), 0)).toBe(233_40);
    const { rows } = await db.execute<{ lb: string }>(sql`
      select sum(lb)::text as lb from lot_parents where child_id = any(${sql.param(made)}::uuid[])`);
    expect(rows[0]?.lb).toBe("70.00");
    const balance = await balanceLots(db, admin, [five[0]?.id ?? ""]);
    expect(balance[0]).toMatchObject({ wastedLb: "6.00", intoLb: "14.00" });
    // The output is ground again: two levels.
    const [steak = ""] = made;
    const [lot] = await db.select().from(lots).where(eq(lots.id, steak));
    const again = await cut(
      typed([[lot?.code ?? "", "20.00"]], {
        outputs: [{ row: 1, productId: ground.id, code: "", lb: "20.00" }],
        wastes: [],
      }),
    );
    const [mince = ""] = await outputsOf(again);
    expect(await costOf(mince)).toBe(await costOf(steak));
    await correctCost(db, admin, five[4]?.id ?? "", 1000_00);
    expect(await costOf(mince)).toBe(await costOf(steak));
    expect(await costOf(mince)).toBeGreaterThan(233_40);
  });

  it("is refused for a lot that is repeated, unknown or on hold, a taken code, or an unconfirmed excess", async () => {
    const lot = await boughtLot();
    const twice = typed([
      [lot.code, "50.00"],
      [lot.code, "50.00"],
    ]);
    expect(await reasonOf(cut(twice))).toBe("invalid");
    expect(await reasonOf(cut(typed([["no such lot", "1.00"]])))).toBe("invalid");
    const taken = await insertLot(db, { supplier: "Sample Beef" });
    const outputs = [{ row: 1, productId: ground.id, code: taken.code, lb: "100.00" }];
    expect(await reasonOf(cut(typed([[lot.code, "100.00"]], { outputs })))).toBe("exists");
    const gone = [{ row: 1, productId: randomUUID(), code: "", lb: "100.00" }];
    expect(await reasonOf(cut(typed([[lot.code, "100.00"]], { outputs: gone })))).toBe("invalid");
    const before = await db.$count(cuttings);
    const more = typed([[lot.code, "100.50"]]);
    expect(await reasonOf(cut(more))).toBe("more than there");
    expect(await reasonOf(cut({ ...more, confirmed: ["isMeant"] }))).toBe("accepted");
    expect(await db.$count(cuttings)).toBe(before + 1);
    const counted = await boughtLot();
    const entry = { productId: ribeye.id, lotId: counted.id };
    await db.insert(stockEntries).values([
      { ...entry, kind: "received", lb: "100.00" },
      { ...entry, kind: "waste", lb: "-8.00" },
      { ...entry, kind: "count", lb: "-2.00" },
    ]);
    const wastes = [{ row: 1, reason: "Bone", lb: "5.00" }];
    const half = (lb: string) => typed([[counted.code, lb]], { differenceReason: "Dry", wastes });
    expect(await reasonOf(cut(half("90.01")))).toBe("more than there");
    expect(await reasonOf(cut(half("50.00")))).toBe("accepted");
    expect(await reasonOf(cut(half("40.01")))).toBe("more than there");
    const held = await boughtLot();
    await holdLot(db, admin, held.id, "Smells");
    expect(await reasonOf(cut(typed([[held.code, "100.00"]])))).toBe("lot held");
  });
});

describe("a cutting sheet with several mistakes", () => {
  it("is refused with each mistake beside its row", async () => {
    const [held, other, small] = [await boughtLot(), await boughtLot(), await boughtLot()];
    for (const lot of [held, other]) await holdLot(db, admin, lot.id, "Smells");
    const taken = await insertLot(db, { supplier: "Sample Beef" });
    const wrong = typed(
      [
        [held.code, "10.00"],
        ["no such lot", "10.00"],
        [other.code, "10.00"],
        [small.code, "100.50"],
      ],
      {
        outputs: [
          { row: 1, productId: ground.id, code: taken.code, lb: "50.00" },
          { row: 2, productId: randomUUID(), code: "", lb: "50.00" },
          { row: 3, productId: ground.id, code: "NEW-1", lb: "15.00" },
          { row: 4, productId: ribeye.id, code: "NEW-1", lb: "15.00" },
        ],
      },
    );
    const { answer } = await refusal(cut(wrong));
    expect(answer).toEqual({
      message: "Please correct the marked fields.",
      errors: {
        input1: [`Lot ${held.code} is on hold: Smells.`],
        input2: ["There is no lot no such lot. Add it first."],
        input3: [`Lot ${other.code} is on hold: Smells.`],
        inputLb4: ["100.00 lb left by the books. Correct it, or tick below that it is meant."],
        isMeant: [expect.stringContaining("100.50 lb are to be cut")],
        code1: [`There is a lot ${taken.code} already. Choose another code.`],
        output2: ["This product is not there any more. Choose another."],
        code4: ["This sheet has the code NEW-1 twice. Choose another."],
      },
    });
    // The mistakes are also found for a form that is refused for other reasons.
    expect(await sheetMistakes(db, admin, wrong, "Sample Beef")).toEqual(answer?.errors);
    expect(
      await sheetMistakes(db, admin, { ...wrong, confirmed: ["isMeant"] }, "Sample Beef"),
    ).not.toHaveProperty("isMeant");
  });
});

describe("a lot made by a cutting", () => {
  it("can't have its input's code, so it is never its own parent", async () => {
    const own = await boughtLot({ supplier: "Sample Beef" });
    const itself = typed([[own.code, "20.00"]], {
      outputs: [{ row: 1, productId: ground.id, code: own.code, lb: "20.00" }],
      wastes: [],
    });
    expect(await reasonOf(cut(itself))).toBe("exists");
    const parents = await db.select().from(lotParents).where(eq(lotParents.parentId, own.id));
    expect(parents).toEqual([]);
  });

  it("keeps its pounds and parents when its form is saved", async () => {
    const from = await boughtLot();
    const [steak = ""] = await outputsOf(await cut(typed([[from.code, "100.00"]])));
    const shown = await getLot(db, admin, steak);
    const facts = lotSchema.parse({ ...lotValues(must(shown)), note: "Tied" });
    const at = (version: number) => ({ id: steak, version });
    expect(lotValues(must(shown))).not.toHaveProperty("parent1");
    const more = { ...facts, receivedLb: "45.00" };
    expect(await reasonOf(updateLot(db, admin, at(0), more, []))).toBe("received elsewhere");
    expect(await reasonOf(updateLot(db, admin, at(0), facts, []))).toBe("accepted");
    const kept = await getLot(db, admin, steak);
    expect(kept).toMatchObject({ receivedLb: "20.00", note: "Tied" });
    expect(kept?.madeFrom).toMatchObject([{ id: from.id, lb: "20.00", isByHand: false }]);
  });
});

function must<Value>(value: Value | null): Value {
  if (value === null) throw new Error("Nothing was found");
  return value;
}

describe("the best-before date of an output", () => {
  const historyOf = (entityId: string) => listHistory(db, admin, { entity: "lot", entityId });

  it("is the earliest of the inputs' unless another is typed, and names the lot that it is from", async () => {
    const [late, early] = [
      await boughtLot({ expiresOn: "2031-05-20" }),
      await boughtLot({ expiresOn: "2031-05-03" }),
    ];
    const outputs = [
      { row: 1, productId: ground.id, code: "", lb: "60.00" },
      { row: 2, productId: ribeye.id, code: "", lb: "40.00", expiresOn: "2031-05-01" },
    ];
    const both: [string, string][] = [
      [late.code, "50.00"],
      [early.code, "50.00"],
    ];
    const id = await cut(typed(both, { outputs, wastes: [] }));
    const [mince = "", steak = ""] = await outputsOf(id);
    const dates = async () => {
      const { inputs = [], outputs = [] } = (await getCutting(db, admin, id)) ?? {};
      return outputs.map(({ expiresOn }) => expiryOfOutput(expiresOn, inputs));
    };
    expect(await dates()).toEqual([
      `May 3, 2031, from lot ${early.code}`,
      `May 1, 2031, not the May 3, 2031 of lot ${early.code}`,
    ]);
    expect(await historyOf(mince)).toMatchObject([
      { action: "created", after: { bestBefore: `May 3, 2031, from lot ${early.code}` } },
    ]);
    // A date that is past or later than the input's is asked about, also by a correction.
    const correct = (expiresOn: string, confirmed: CuttingQuestion[] = []) => {
      const lotId = steak;
      const reason = "Frozen";
      return errorsOf(
        correctOutput(db, admin, id, { lotId, lb: null, expiresOn, reason, confirmed }),
      );
    };
    expect(await correct("2031-06-01")).toEqual({
      isExpiryMeant: [
        `Ribeye would be best before Jun 1, 2031, later than the May 3, 2031 of lot ${early.code}, which went in. Is that right?`,
      ],
    });
    expect(await correct("2020-06-01")).toHaveProperty("isExpiryMeant");
    expect((await dates())[1]).toMatch(/^May 1, 2031/);
    // A count stops a correction of the pounds, but not of the date.
    const count = { productId: ribeye.id, lotId: steak, kind: "count" as const, lb: "-1.00" };
    await db.insert(stockEntries).values(count);
    expect(await correct("2031-06-01", ["isExpiryMeant"])).toBeNull();
    expect((await dates())[1]).toMatch(/^Jun 1, 2031/);
    const [ofLot] = await historyOf(steak);
    expect(ofLot).toMatchObject({
      before: { expiresOn: "2031-05-01" },
      after: { expiresOn: "2031-06-01", reason: expect.stringMatching(/corrected: Frozen$/) },
    });
    const [ofSheet] = await listHistory(db, admin, { entity: "cutting", entityId: id });
    expect(ofSheet).toMatchObject({
      action: "sheet corrected",
      before: { bestBefore: expect.stringMatching(/Ribeye: May 1, 2031$/) },
      after: { bestBefore: expect.stringMatching(/Ribeye: Jun 1, 2031$/), reason: "Frozen" },
    });
    expect(ofSheet?.after).not.toHaveProperty("weight");
  });

  it("must be confirmed once if it is past or later than the inputs'", async () => {
    const lot = await boughtLot({ expiresOn: "2020-01-05" });
    const form = (over: Partial<TypedCutting> = {}) => typed([[lot.code, "100.00"]], over);
    const { isExpiryMeant } = (await errorsOf(cut(form()))) ?? {};
    expect(isExpiryMeant).toEqual([
      "Ribeye would be best before Jan 5, 2020, which is past. Ground would be best before Jan 5, 2020, which is past. Is that right?",
    ]);
    expect(await errorsOf(cut(form({ confirmed: ["isExpiryMeant"] })))).toBeNull();
    const fresh = await boughtLot({ expiresOn: "2031-01-05" });
    const outputs = [
      { row: 1, productId: ground.id, code: "", lb: "100.00", expiresOn: "2031-01-06" },
    ];
    const later = typed([[fresh.code, "100.00"]], { outputs, wastes: [] });
    expect(Object.keys((await errorsOf(cut(later))) ?? {})).toEqual(["isExpiryMeant"]);
    // A sheet without outputs has no date.
    const gone = form({ outputs: [], confirmed: ["isMeant"] });
    expect(
      await errorsOf(cut({ ...gone, wastes: [{ row: 1, reason: "Old", lb: "100.00" }] })),
    ).toBeNull();
  });
});

describe("a mistaken cutting sheet", () => {
  it("can be reversed, which restores stock, lots and cost, and stays readable", async () => {
    const lot = await boughtLot();
    const side = await insertProduct(db);
    const received = { productId: side.id, lotId: lot.id, kind: "received" as const, lb: "100.00" };
    await db.insert(stockEntries).values(received);
    const form = typed([[lot.code, "100.00"]]);
    const [output] = form.outputs;
    if (!output) throw new Error("The form has no row");
    const code = `OWN-${randomUUID().slice(0, 6)}`;
    const outputs = [{ ...output, code, lb: "70.00" }];
    const id = await cut({ ...form, outputs });
    const [made = ""] = await outputsOf(id);
    const take = () => takeBackCutting(db, admin, id, "Wrong lot");
    await Promise.all([take(), take()]);
    const sheet = await getCutting(db, admin, id);
    expect(sheet).toMatchObject({
      takenBackReason: "Wrong lot",
      takenBackBy: admin.email,
      inputLb: "100.00",
      outputLb: "70.00",
      wasteLb: "30.00",
      wastes: [{ reason: "Bone", lb: "30.00" }],
      inputs: [{ lotId: lot.id, code: lot.code, lb: "100.00" }],
      outputs: [{ lotId: made, code, lb: "70.00" }],
    });
    const [before] = await balanceLots(db, admin, [lot.id]);
    expect(before).toMatchObject({
      wastedLb: "0.00",
      intoLb: "0.00",
      onHandLb: null,
      uncountedLb: "100.00",
    });
    const [gone] = await db.select().from(lots).where(eq(lots.id, made));
    expect(gone).toMatchObject({ voidedAt: expect.any(Date), costCents: null });
    // The same sheet with the right pounds gets the same code and the whole cost.
    const again = await cut({ ...form, requestId: randomUUID(), outputs });
    expect(await outputsOf(again)).toEqual([made]);
    expect(await costOf(made)).toBe(520_00);
  });

  it("can't be reversed once an output was cut or an input was counted", async () => {
    const lot = await boughtLot();
    const side = await insertProduct(db);
    const entry = { productId: side.id, lotId: lot.id, kind: "received" as const, lb: "100.00" };
    await db.insert(stockEntries).values(entry);
    const id = await cut(typed([[lot.code, "100.00"]]));
    const [steak = ""] = await outputsOf(id);
    const [made] = await db.select().from(lots).where(eq(lots.id, steak));
    const next = await cut(
      typed([[made?.code ?? "", "20.00"]], {
        outputs: [{ row: 1, productId: ground.id, code: "", lb: "20.00" }],
        wastes: [],
      }),
    );
    expect(await reasonOf(takeBackCutting(db, admin, id, "Typo"))).toBe("lot used");
    await takeBackCutting(db, admin, next, "Typo");
    const count = { ...entry, kind: "count" as const, lb: "1.00" };
    await db.insert(stockEntries).values(count);
    expect(await reasonOf(takeBackCutting(db, admin, id, "Typo"))).toBe("counted since");
    expect(await reasonOf(takeBackCutting(db, admin, randomUUID(), "Typo"))).toBe("gone");
  });
});

describe("a cutting sheet whose outputs were used", () => {
  it("can be corrected up, or down to the amount used, with its lot, stock and costs", async () => {
    const lot = await boughtLot();
    const id = await cut(typed([[lot.code, "100.00"]], { differenceReason: "Trial" }));
    await chooseBasis(db, admin, id, "value");
    const [steak = "", mince = ""] = await outputsOf(id);
    // 15 of the 20 lb are ground.
    const [{ code = "" } = {}] = await db.select().from(lots).where(eq(lots.id, steak));
    await cut(
      typed([[code, "15.00"]], {
        outputs: [{ row: 1, productId: ground.id, code: "", lb: "15.00" }],
        wastes: [],
      }),
    );
    const correct = (lotId: string, lb: string) =>
      reasonOf(correctOutput(db, admin, id, { lotId, lb, reason: "Misread", confirmed: [] }));
    expect(await correct(steak, "14.99")).toBe("invalid");
    // A tenfold weight is a wrong decimal point, whatever the reason.
    expect(await correct(steak, "9999.00")).toBe("invalid");
    expect(await correct(randomUUID(), "1.00")).toBe("invalid");
    expect(await correct(steak, "16.00")).toBe("accepted");
    expect((await sumsOfLots(db, [steak])).get(steak)).toMatchObject({
      receivedLb: "16.00",
      leftLb: "1.00",
    });
    const [parent] = await db.select().from(lotParents).where(eq(lotParents.childId, steak));
    expect(parent?.lb).toBe("16.00");
    const entries = await db
      .select()
      .from(stockEntries)
      .where(eq(stockEntries.lotId, steak))
      .orderBy(stockEntries.enteredAt);
    expect(entries.filter(({ kind }) => kind === "cut into").map(({ lb }) => lb)).toEqual([
      "20.00",
      "-4.00",
    ]);
    // By value: 16 lb at $27.99 to 50 lb at $9.99.
    expect([await costOf(steak), await costOf(mince)]).toEqual([245_82, 274_18]);
    expect((await getCutting(db, admin, id))?.differenceReason).toBe("Trial");
    expect(await correct(mince, "52.00")).toBe("accepted");
    await db
      .insert(stockEntries)
      .values({ productId: ground.id, lotId: mince, kind: "count", lb: "-1.00" });
    expect(await correct(mince, "53.00")).toBe("counted since");
  });

  it("can be copied to a new one", async () => {
    const lot = await boughtLot();
    const trim = { row: 3, productId: null, what: "Beef trim", code: "", lb: "5.00" };
    const form = typed([[lot.code, "100.00"]], { differenceReason: "Trial" });
    const id = await cut({ ...form, outputs: [...form.outputs, trim] });
    const sheet = await getCutting(db, admin, id);
    if (!sheet) throw new Error("The sheet is gone");
    expect(copiedSheet(sheet, await productsToCut(db, admin))).toMatchObject({
      kind: "Side",
      input1: `${lot.code}, ${lot.supplier}`,
      inputLb1: "100.00",
      output1: ribeye.id,
      outputLb1: "20.00",
      output3: notOurs,
      what3: "Beef trim",
      waste1: "Bone",
      wasteLb1: "30.00",
    });
  });
});

describe("an output that isn't a product", () => {
  it("bears cost by the owner's value per pound, on later sheets too", async () => {
    const what = `Trim ${randomUUID().slice(0, 8)}`;
    const sheet = async (lot: { code: string }) => {
      const id = await cut(
        typed([[lot.code, "100.00"]], {
          outputs: [
            { row: 1, productId: ground.id, code: "", lb: "50.00" },
            { row: 2, productId: null, what, code: "", lb: "50.00" },
          ],
          wastes: [],
        }),
      );
      await chooseBasis(db, admin, id, "value");
      return [id, ...(await outputsOf(id))] as const;
    };
    const [id, mince = "", trim = ""] = await sheet(await boughtLot());
    expect([await costOf(mince), await costOf(trim)]).toEqual([260_00, 260_00]);
    await chooseValue(db, admin, id, { lotId: trim, pricePerLb: "3.01" });
    // 50 lb at $9.99 to 50 lb at $3.01.
    expect([await costOf(mince), await costOf(trim)]).toEqual([399_60, 120_40]);
    expect(await valuesOfOutputs(db, admin, id)).toMatchObject([
      { lotId: trim, pricePerLb: "3.01" },
    ]);
    // The sheet and the lot's page say why.
    const division = await divisionOfLot(db, admin, trim);
    expect(division).toEqual(await divisionOfCutting(db, admin, id));
    expect(division && carriedCostInWords(division, trim)).toBe(
      `$520.00 for the 100 lb that went in is divided by value: ${what} is 50 lb at $3.01/lb, which is $150.50 of $650.00, 23.2% of the value, so it bears $120.40, $2.41/lb.`,
    );
    const [, , later = ""] = await sheet(await boughtLot());
    expect(await costOf(later)).toBe(120_40);
    expect(await reasonOf(chooseValue(db, admin, id, { lotId: mince, pricePerLb: "1.00" }))).toBe(
      "invalid",
    );
  });
});
