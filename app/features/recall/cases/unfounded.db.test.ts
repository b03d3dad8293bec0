import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { heldFamily, holdWhatWasMade } from "#app/domain/lots/holds/held-family.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { ordersToStop } from "#app/domain/lots/lot-trace.ts";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { lotHolds, recallNotices } from "#db/schema/meat/recalls.ts";
import { lotParents } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { links, openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { answerByLink, clientOfRecall, questionOf } from "../answer-recall.server.ts";
import { closeRecall, fileOfRecall } from "../close-recall.server.ts";
import { recordContact } from "../contact-clients.server.ts";
import { closeSchema } from "../recall.ts";
import type { RecallFile } from "../recall-file.ts";
import { recallCsv, recallJob } from "../recall-papers.ts";
import {
  clearLot,
  getRecall,
  holdsOfRecall,
  openRecall,
  reasonsToHold,
} from "../recalls.server.ts";
import { mailRecall } from "../tell-clients.server.ts";
import { toCallAgain, toldClients, wasTold } from "../told-words.ts";

const lastCell = (row: string) => /(?:^|,)("[^"]*"|[^,"]*)$/.exec(row)?.[1]?.replaceAll('"', "");

let db: Database;
let admin: Admin;
const { packed, lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});
// Loading its fonts is slow on a busy machine, and must not count for the first test that prints.
let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
});

describe("a recall that proves unfounded", () => {
  it("leaves lots of another recall, open or closed, on hold", async () => {
    const [first, second] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: second.id, parentId: first.id });
    const doubted = await openRecall(db, admin, opening(first.id));
    const bad = await openRecall(db, admin, opening(second.id, { scope: "forward" }));
    const holdOf = async (lotId: string) => (await holdsOfRecall(db, admin, [lotId]))[0];
    // The lot's page and its history have both reasons.
    const numbers = [await getRecall(db, admin, doubted), await getRecall(db, admin, bad)];
    const reasons = numbers.map((one) => `Recall ${one?.number}. Listeria was found.`);
    const { reason = "" } = (await holdOf(second.id)) ?? {};
    expect(await reasonsToHold(db, admin, second.id, { reason })).toEqual(reasons);
    expect(await auditEntries(db, "lot", second.id)).toMatchObject([
      { action: "lot held", after: { reason: reasons[0] } },
      { action: "lot held again", after: { reason: reasons[1] } },
    ]);
    expect(await reasonsToHold(db, admin, first.id, { reason: "A doubt" })).toEqual([
      "A doubt",
      reasons[0],
    ]);
    const clear = { lotId: second.id, releaseNote: "Its sample is clean" };
    expect(await reasonOf(clearLot(db, admin, doubted, clear))).toBe("recalled besides");
    const ending = { closeNote: "The lab found nothing", isMeant: true, isUnfounded: true };
    await closeRecall(db, admin, doubted, ending);
    const { number = 0 } = (await getRecall(db, admin, bad)) ?? {};
    expect(await holdOf(second.id)).toMatchObject({
      releasedAt: null,
      reason: expect.stringContaining(`Recall ${number}. `),
    });
    expect((await holdOf(first.id))?.releasedAt).toBeInstanceOf(Date);
    expect((await fileOfRecall(db, admin, doubted))?.recall.stayedOnHold).toEqual([second.code]);
    // Closed as bad, it outlasts a later all clear too, until its lot is released.
    await closeRecall(db, admin, bad, { closeNote: "Destroyed", isMeant: true });
    const later = await openRecall(db, admin, opening(first.id));
    expect(await reasonOf(clearLot(db, admin, later, clear))).toBe("recalled besides");
    await closeRecall(db, admin, later, ending);
    expect((await holdOf(second.id))?.releasedAt).toBeNull();
    expect((await holdOf(first.id))?.releasedAt).toBeInstanceOf(Date);
    const log = await auditEntries(db, "lot", second.id);
    expect(log.map(({ action }) => action)).not.toContain("lot released");
  });

  it("releases first one lot with a reason, then all others that it held, but no other holds", async () => {
    const [lot, first, second] = [await lotOf(), await lotOf(), await lotOf()];
    await db.insert(lotParents).values([
      { childId: first.id, parentId: lot.id },
      { childId: second.id, parentId: lot.id },
    ]);
    await holdLot(db, admin, second.id, "The vacuum is lost.");
    const sent = await packed({ lotId: lot.id, values: ["10.05", "10"] });
    const id = await openRecall(db, admin, opening(lot.id));
    const holds = async () => {
      const all = await holdsOfRecall(db, admin, [lot.id, first.id, second.id]);
      return new Map(all.map((hold) => [hold.id, hold]));
    };
    const clear = { lotId: first.id, releaseNote: "Its sample is clean" };
    await clearLot(db, admin, id, clear);
    await clearLot(db, admin, id, clear);
    expect((await holds()).get(first.id)).toMatchObject({
      releasedAt: expect.any(Date),
      releaseNote: "Its sample is clean",
    });
    expect((await holds()).get(lot.id)?.releasedAt).toBeNull();
    const stranger = await lotOf();
    const wrong = clearLot(db, admin, id, { ...clear, lotId: stranger.id });
    expect(await reasonOf(wrong)).toBe("gone");
    // It asks for the calls to the authorities, as any closing does, and for the client by name.
    const closing = { closeNote: "The lab found nothing", isMeant: false, isUnfounded: true };
    const [client] = await db.select().from(customers).where(eq(customers.id, sent.customerId));
    const name = client?.companyName || client?.contactName;
    await expect(closeRecall(db, admin, id, closing)).rejects.toMatchObject({
      code: "open ends",
      message: `Nothing was closed yet: no call to the CFIA and none to your health authority is noted, 1 client (${name}) has not answered. See to it first, or tick that you close it all the same.`,
    });
    expect((await holds()).get(lot.id)?.releasedAt).toBeNull();
    await closeRecall(db, admin, id, { ...closing, isMeant: true });
    expect((await holds()).get(lot.id)).toMatchObject({ releaseNote: "The lab found nothing" });
    expect((await holds()).get(lot.id)?.releasedAt).toBeInstanceOf(Date);
    expect((await holds()).get(second.id)).toMatchObject({
      releasedAt: null,
      reason: "The vacuum is lost.",
    });
    const file = await fileOfRecall(db, admin, id);
    expect(file?.recall).toMatchObject({ isUnfounded: true, closedAt: expect.any(Date) });
    const log = await auditEntries(db, "recall", id);
    expect(log.map(({ action }) => action)).toEqual([
      ...["recall opened", "lot cleared", "all clear"],
    ]);
    expect(sent.item.id).toBeTruthy();
    // The file and the paper say so too, and list no calls to clients who weren't told.
    const csv = await recallCsv(file as RecallFile);
    expect(csv).toContain(',"Recall ended","Ended (Pacific)","Tell it is good"\r\n');
    expect(csv).toMatch(/,"All clear","[-\d]+ \d\d:\d\d",No\r\n$/);
    const job = recallJob(file as RecallFile, sampleShop().company, new Date());
    const paper = (await textOf(print(job))).join(" ").replaceAll(/\s+/g, " ");
    const said = `the meat is good. 2 lots were released; lot ${second.code} stays on hold for another reason`;
    expect(paper).toContain(`Closed as all clear: ${said}. Nobody had been told`);
    expect(log.at(-1)?.after).toMatchObject({ meaning: said, stayedOnHold: second.code });
    expect(paper).toContain("The lab found nothing");
    expect(paper).not.toMatch(/Not told yet|unfounded|Stop first/);
    expect(job.sheet).toMatchObject({
      facts: expect.arrayContaining([
        ["All clear", expect.stringMatching(`${file?.recall.closedBy}: The lab found nothing`)],
      ]),
      // The record stays whole.
      told: [],
      toStop: [],
      customers: [
        { answer: "Not mailed", total: "20.05 lb with them", lines: [expect.anything()] },
      ],
    });
  });

  it("tells nobody that another recall's meat is good, on the page, on paper, in the file or by link", async () => {
    const [first, second] = [await lotOf(), await lotOf()];
    const mixed = await lotOf([{ id: first.id }, { id: second.id }]);
    const both = await packed({ lotId: first.id, values: ["10"] });
    await packed({ lotId: mixed.id, customerId: both.customerId, values: ["4"] });
    const none = await packed({ lotId: mixed.id, values: ["8"] });
    const doubted = await openRecall(db, admin, opening(first.id, { scope: "forward" }));
    const bad = await openRecall(db, admin, opening(second.id, { scope: "forward" }));
    await mailRecall(db, admin, doubted, { shop, links });
    for (const { customerId: customer } of [both, none]) {
      const told = { requestId: randomUUID(), customer, outcome: "told" as const, note: "" };
      await recordContact(db, admin, doubted, told);
    }
    const ending = { closeNote: "The lab found nothing", isMeant: true, isUnfounded: true };
    await closeRecall(db, admin, doubted, ending);
    const { number } = (await getRecall(db, admin, bad)) ?? {};
    const not = `lot ${mixed.code}: Recall ${number} says “Listeria was found”`;
    const file = (await fileOfRecall(db, admin, doubted)) as RecallFile;
    const told = toldClients(file.recall, file.customers, file.held);
    expect(toCallAgain(told)).toMatchObject([{ id: both.customerId, good: [first.code] }]);
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    expect(sheet).toMatchObject({
      toldTitle: "Tell them which lots are good, and which are not",
      told: [[expect.anything(), expect.stringContaining(`Lot ${first.code} is good, not ${not}`)]],
      ended: { text: expect.stringContaining(`so do not call them: `) },
    });
    const rows = (await recallCsv(file)).trim().split("\r\n");
    const said = (lot: string) => rows.filter((row) => row.includes(`,${lot},`)).map(lastCell);
    expect(said(first.code)).toEqual(["Yes"]);
    expect(said(mixed.code)).toEqual(Array(2).fill(`No: ${not.slice(not.indexOf("Recall"))}`));
    const notices = await db
      .select()
      .from(recallNotices)
      .where(eq(recallNotices.recallId, doubted));
    for (const notice of notices) {
      expect((await questionOf(db, notice.id))?.heldLots).toEqual([mixed.code]);
    }
  });

  it("keeps the recipients of the meat and their answers, and tells them that it is good", async () => {
    const [lot, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: lot.id });
    const answered = await packed({ lotId: lot.id, values: ["10"] });
    const silent = await packed({ lotId: good.id, values: ["4"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const notices = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const noticeOf = (customerId: string) =>
      notices.find((notice) => notice.customerId === customerId)?.id ?? "";
    await answerByLink(db, noticeOf(answered.customerId), {
      requestId: randomUUID(),
      usedLb: "1.00",
      heldLb: "9.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
    });
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "Clean" });
    // Their link asks for nothing more once their lot was released by itself.
    expect(await questionOf(db, noticeOf(silent.customerId))).toMatchObject({
      isClosed: false,
      lines: [],
    });
    const closing = { closeNote: "The lab found nothing", isMeant: true, isUnfounded: true };
    await closeRecall(db, admin, id, closing);
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    const byName = (one: { total: string }, other: { total: string }) =>
      one.total < other.total ? -1 : 1;
    const { customers, told, ended } = sheet as unknown as {
      customers: { answer: string; total: string; lines: string[][] }[];
      told: string[][];
      ended: { text: string };
    };
    expect(customers.toSorted(byName)).toMatchObject([
      {
        total: "4 lb with them",
        answer: expect.stringMatching(/^The mail was withdrawn before it was sent/),
      },
      { total: "9 lb held back, 1 lb used", answer: expect.stringMatching(/^Sam, .*held 9 lb/) },
    ]);
    expect(customers.map(({ lines }) => lines.length)).toEqual([1, 1]);
    // A client who answered was told; a waiting mail has told nobody.
    expect(told).toHaveLength(1);
    expect(ended.text).toMatch(
      /^1 client had been told .* Nobody else is called\. The mail to 1 client was still waiting to be sent, so it was withdrawn: they hear nothing of the recall\. Below/,
    );
    const csv = await recallCsv(file);
    expect(csv).toContain("Withdrawn before it was sent");
    const mailIds = notices.flatMap((notice) => notice.mailIds);
    expect(mailIds.length).toBeGreaterThan(0);
    expect(await db.$count(mailOutbox, inArray(mailOutbox.id, mailIds))).toBe(0);
    expect(wasTold(file.recall, { id: silent.customerId })).toBe(false);
    const asked = await questionOf(db, noticeOf(answered.customerId));
    expect(asked).toMatchObject({ isClosed: true, isUnfounded: true, heldLots: [] });
    await holdLot(db, admin, lot.id, "The vacuum is lost.");
    expect((await questionOf(db, noticeOf(answered.customerId)))?.heldLots).toEqual([lot.code]);
  });

  it("adds no lot that was already released, nor one made only from such lots", async () => {
    const [bad, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: bad.id });
    const id = await openRecall(db, admin, opening(bad.id));
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "X-rayed: clean" });
    const [ofGood, ofBoth, ofBad] = [await lotOf(), await lotOf(), await lotOf()];
    await db.insert(lotParents).values([
      { childId: ofGood.id, parentId: good.id },
      { childId: ofBoth.id, parentId: good.id },
      { childId: ofBoth.id, parentId: bad.id },
      { childId: ofBad.id, parentId: bad.id },
    ]);
    const offered = async () => (await getRecall(db, admin, id))?.newLots.map((lot) => lot.id);
    expect((await offered())?.toSorted()).toEqual([ofBoth.id, ofBad.id].toSorted());
    await holdLot(db, admin, ofBad.id, "It is of it too");
    await releaseLot(db, admin, ofBad.id, "Clean");
    expect(await offered()).toEqual([ofBoth.id]);
    // The lot's own page doesn't offer to hold it either.
    const { madeOfIt } = await heldFamily(db, admin, bad.id);
    const offers = new Map(madeOfIt.map((lot) => [lot.id, lot.isOffered]));
    expect([good, ofGood, ofBoth, ofBad].map((one) => offers.get(one.id))).toEqual([
      ...[false, false, true, false],
    ]);
    await holdWhatWasMade(db, admin, bad.id);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ofGood.id))).toBe(0);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ofBoth.id))).toBe(1);
  });

  it("doesn't ask for meat of a released lot, nor stop orders with it", async () => {
    const [bad, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: bad.id });
    const [has, free] = [await packed({ lotId: bad.id }), await packed({ lotId: good.id })];
    await packed({ lotId: good.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(bad.id));
    const file = async () => {
      const found = await fileOfRecall(db, admin, id);
      if (!found) throw new Error("The recall is gone");
      return found;
    };
    expect((await file()).customers).toHaveLength(3);
    expect(ordersToStop((await file()).customers)).toHaveLength(1);
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "X-rayed: clean" });
    const found = await file();
    expect(found.customers.map((customer) => customer.id)).toEqual([has.customerId]);
    expect(ordersToStop(found.customers)).toEqual([]);
    expect(found.lots.map((lot) => lot.id).toSorted()).toEqual([bad.id, good.id].toSorted());
    expect(await recallCsv(found)).not.toContain(good.code);
    const { sheet } = recallJob(found, sampleShop().company, new Date());
    expect(sheet).toMatchObject({ toStop: [], customers: [expect.anything()] });
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    expect(await clientOfRecall(db, admin, id, free.customerId)).toBeNull();
    // Put on hold again, it is asked for again.
    await holdLot(db, admin, good.id, "A second look");
    expect((await file()).customers).toHaveLength(3);
    await releaseLot(db, admin, good.id, "Clean again");
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    await releaseLot(db, admin, bad.id, "Thrown away");
    expect(await file()).toMatchObject({ changes: [], customers: [{ id: has.customerId }] });
  });

  it("needs a reason", () => {
    const errors = (fields: Record<string, string>) =>
      checkForm(closeSchema, fields).refused?.errors;
    expect(errors({ closeNote: " ", isUnfounded: "yes" })).toHaveProperty("closeNote");
    expect(errors({ closeNote: "" })).toBeUndefined();
  });
});
