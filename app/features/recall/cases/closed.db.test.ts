import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { lotHolds, recallClosings } from "#db/schema/meat/recalls.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { packages } from "#db/schema/packages.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { links, openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { answerByPhone } from "../answer-recall.server.ts";
import { closeRecall, fileOfRecall, openEndsOf } from "../close-recall.server.ts";
import type { RecallFile } from "../recall-file.ts";
import { recallCsv } from "../recall-papers.ts";
import { whereInWords } from "../recall-words.ts";
import { getRecall, openRecall } from "../recalls.server.ts";
import { mailRecall } from "../tell-clients.server.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("a recall", () => {
  it("keeps its figures once closed, and lists what has changed since", async () => {
    const [lot, good] = [await lotOf(), await lotOf()];
    const sent = await packed({ lotId: lot.id, values: ["10.05", "10"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    const before = await fileOfRecall(db, admin, id);
    expect(before?.changes).toEqual([]);
    expect(before?.recall).toMatchObject({ closeNote: "Over", closedAt: expect.any(Date) });
    expect(before?.customers[0]?.lines[0]?.packedAt).toBeInstanceOf(Date);
    await db
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: admin.userId })
      .where(eq(packages.orderItemId, sent.item.id));
    await insertPackage(db, sent.item.id, { value: "20", unit: "lb" }, { lotId: good.id });
    const { changes, ...after } = (await fileOfRecall(db, admin, id)) ?? {};
    expect({ ...after, changes: [] }).toEqual(before);
    expect(changes).toEqual([
      expect.stringMatching(/: 2 packages, 20.05 lb when it was closed, nothing now$/),
    ]);
    expect(await recallCsv(before as RecallFile)).toContain(lot.code);
    await expect(db.delete(recallClosings)).rejects.toThrow();
  });

  it("needs confirmation to close while meat is still out, unless it was unfounded", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id, values: ["20"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await answerByPhone(
      db,
      admin,
      { recallId: id, customerId },
      {
        requestId: randomUUID(),
        usedLb: "5.50",
        heldLb: "13.00",
        discardedLb: "0.00",
        answeredBy: "Ari",
        note: "Nobody knows where the rest is",
      },
    );
    const close = (isMeant: boolean) => closeRecall(db, admin, id, { closeNote: "Over", isMeant });
    await expect(close(false)).rejects.toMatchObject({
      code: "open ends",
      message: expect.stringMatching(
        /, 13 lb still to get back from 1 client \(.+\), 1\.5 lb that 1 client \(.+\) has not accounted for\. See to it/,
      ),
    });
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    expect(openEndsOf(file.recall, file, true)).toMatchObject({
      toGetBack: { lb: 0 },
      missing: { lb: 0 },
    });
    await close(true);
  });

  it("lists pounds returned, thrown away or counted since it was closed", async () => {
    const product = await insertProduct(db);
    const lot = await lotOf([], { receivedLb: "100.00" });
    const entry = { productId: product.id, lotId: lot.id };
    await db.insert(stockEntries).values([
      { ...entry, kind: "received", lb: "100" },
      { ...entry, kind: "waste", lb: "-2" },
    ]);
    const id = await openRecall(db, admin, opening(lot.id));
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    expect((await fileOfRecall(db, admin, id))?.changes).toEqual([]);
    await db.insert(stockEntries).values([
      { ...entry, kind: "returned", lb: "5" },
      { ...entry, kind: "waste", lb: "-98" },
      { ...entry, kind: "count", lb: "-5" },
    ]);
    expect((await fileOfRecall(db, admin, id))?.changes).toEqual([
      `Lot ${lot.code}, came back: 0 lb when it was closed, 5 lb now`,
      `Lot ${lot.code}, thrown away: 2 lb when it was closed, 100 lb now`,
      `Lot ${lot.code}, found by counts: 0 lb when it was closed, 5 lb short now`,
    ]);
  });

  it("still lists clients who were told, even if their packages were voided since", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    await db
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: admin.userId })
      .where(eq(packages.orderItemId, sent.item.id));
    const file = await fileOfRecall(db, admin, id);
    expect(file?.customers).toMatchObject([{ id: sent.customerId, lines: [] }]);
    expect(whereInWords(file?.customers[0] ?? { lines: [] })).toBe("Has nothing of it any more");
    expect(await recallCsv(file as RecallFile)).toContain("Was told, has nothing of it any more");
  });
});

describe("a drill", () => {
  it("puts no lot on hold, sends no email, is timed and stored", async () => {
    const lot = await lotOf();
    await packed({ lotId: lot.id });
    const form = opening(lot.id, { intent: "drill" });
    const id = await openRecall(db, admin, form);
    expect(await reasonOf(mailRecall(db, admin, id, { shop, links }))).toBe("drill");
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, lot.id))).toBe(0);
    await closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    const kept = await getRecall(db, admin, id);
    expect(kept).toMatchObject({ isDrill: true, found: { customers: 1, packages: 1 } });
    expect(kept?.closedAt?.getTime()).toBeGreaterThanOrEqual(kept?.openedAt.getTime() ?? 0);
    // Any number of drills may be open at once, beside a recall.
    await openRecall(db, admin, opening(lot.id, { intent: "drill" }));
    expect(await reasonOf(openRecall(db, admin, opening(lot.id)))).toBe("accepted");
  });
});
