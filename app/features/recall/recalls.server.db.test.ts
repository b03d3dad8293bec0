import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { lotHolds, recallAnswers, recallCalls, recallNotices } from "#db/schema/meat/recalls.ts";
import { packages } from "#db/schema/packages.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { links, openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { answerByLink, answerByPhone, clientOfRecall, questionOf } from "./answer-recall.server.ts";
import { recallsOfClient } from "./client-recalls.server.ts";
import { closeRecall, fileOfRecall } from "./close-recall.server.ts";
import type { RecallFile } from "./recall-file.ts";
import { createRecallLinks } from "./recall-links.server.ts";
import { recallCsv } from "./recall-papers.ts";
import {
  addNewLots,
  getRecall,
  holdsOfRecall,
  listRecalls,
  openRecall,
  recordCall,
} from "./recalls.server.ts";
import { mailRecall } from "./tell-clients.server.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("a recall", () => {
  it("is opened once, even if it is sent again or two people open it concurrently", async () => {
    const lot = await lotOf();
    const child = await lotOf([{ id: lot.id }]);
    await packed({ lotId: child.id });
    const form = opening(lot.id);
    const [first, again] = await Promise.all([
      openRecall(db, admin, form),
      openRecall(db, admin, form),
    ]);
    expect(again).toBe(first);
    expect(await reasonOf(openRecall(db, await signedInAdmin(db), opening(lot.id)))).toBe("exists");
    const two = await lotOf();
    const both = await Promise.all([
      reasonOf(openRecall(db, admin, opening(two.id))),
      reasonOf(openRecall(db, admin, opening(two.id))),
    ]);
    expect(both.sort()).toEqual(["accepted", "exists"]);
    const recall = await getRecall(db, admin, first);
    expect(recall?.found).toMatchObject({ lots: 2, customers: 1, packages: 1, lb: "5.00" });
    const held = await db.select().from(lotHolds).where(eq(lotHolds.lotId, child.id));
    expect(held).toEqual([expect.objectContaining({ releasedAt: null })]);
    expect((await listRecalls(db, admin)).some(({ id }) => id === first)).toBe(true);
    expect(await reasonOf(openRecall(db, admin, opening(randomUUID())))).toBe("gone");
  });

  it("emails each client once with their own link, and lists clients to call", async () => {
    const lot = await lotOf();
    const told = await packed({ lotId: lot.id });
    await packed({ lotId: lot.id, customerId: told.customerId });
    const [silent] = await db
      .insert(customers)
      .values({ companyName: "Nobody Signs In", phone: "604-555-0199" })
      .returning();
    await packed({
      lotId: lot.id,
      customerId: silent?.id ?? "",
      order: { placedBy: null, shipToId: null },
    });
    await packed({ lotId: lot.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(lot.id));
    const both = await Promise.all([
      mailRecall(db, admin, id, { shop, links }),
      mailRecall(db, admin, id, { shop, links }),
    ]);
    expect(both).toContainEqual({ mailed: 1, toCall: 1 });
    expect(both).toContainEqual({ mailed: 0, toCall: 0 });
    const [account] = await db.select().from(user).where(eq(user.id, told.customerId));
    const mails = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, account?.email ?? ""));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Listeria was found.");
    expect(mails[0]?.text).toContain(`Lot ${lot.code}`);
    const [, token = ""] = /recall\?token=([\w.%-]+)/.exec(mails[0]?.text ?? "") ?? [];
    const noticeId = links.noticeOf(decodeURIComponent(token));
    const question = await questionOf(db, noticeId);
    expect(question).toMatchObject({ lb: "10.00", answer: null, isClosed: false });
    expect(question?.lines).toHaveLength(2);
  });

  it("emails clients who got more since then once again, and both links answer the last email", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id });
    const untouched = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    const again = { shop, links, round: "again" as const };
    await mailRecall(db, admin, id, { shop, links });
    const first = await noticeOf(customerId);
    const answer = (over: object = {}) => ({
      requestId: randomUUID(),
      usedLb: "5.00",
      heldLb: "0.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
      ...over,
    });
    await answerByLink(db, first.id, answer());
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 0, toCall: 0 });

    await packed({ lotId: lot.id, customerId, values: ["7"] });
    const both = await Promise.all([
      mailRecall(db, admin, id, again),
      mailRecall(db, admin, id, again),
    ]);
    expect(both.map(({ mailed }) => mailed).sort()).toEqual([0, 1]);
    const mails = await mailsOf(customerId);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toContain("you got more of");
    expect(mails[1]?.text).toContain("you got 7 lb more of it");
    expect(await mailsOf(untouched.customerId)).toHaveLength(1);
    // They have to answer again; their answer to the first email is kept.
    const seen = async () =>
      (await getRecall(db, admin, id))?.notices.find((one) => one.customerId === customerId);
    expect(await seen()).toMatchObject({ round: 2, answer: null, toldLb: "12.00" });
    expect(await db.$count(recallAnswers, eq(recallAnswers.noticeId, first.id))).toBe(1);
    const closing = closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    await expect(closing).rejects.toThrow(/2 clients \(.+\) have not answered/);
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "clients told again")));
    expect(actions).toHaveLength(1);

    // The first email's link shows everything, but what was delivered while they typed isn't told.
    expect(await questionOf(db, first.id)).toMatchObject({ lb: "12.00", answer: null });
    await packed({ lotId: lot.id, customerId, values: ["2"] });
    await answerByLink(db, first.id, answer({ usedLb: "12.00", seenLb: "12.00" }));
    expect(await seen()).toMatchObject({ answer: { usedLb: "12.00" }, toldLb: "12.00" });
    expect((await questionOf(db, first.id))?.answer?.usedLb).toBe("12.00");
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 1, toCall: 0 });
    // A client told by phone needs no email.
    await packed({ lotId: lot.id, customerId, values: ["1"] });
    await answerByPhone(db, admin, { recallId: id, customerId }, answer({ usedLb: "15.00" }));
    expect(await seen()).toMatchObject({ round: 3, answer: { isByPhone: true } });
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 0, toCall: 0 });

    async function noticeOf(whose: string) {
      const [found] = await db
        .select()
        .from(recallNotices)
        .where(and(eq(recallNotices.recallId, id), eq(recallNotices.customerId, whose)));
      if (!found) throw new Error("Nobody was told");
      return found;
    }
    async function mailsOf(whose: string) {
      const [account] = await db.select().from(user).where(eq(user.id, whose));
      return db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.recipient, account?.email ?? ""))
        .orderBy(mailOutbox.createdAt);
    }
  });

  it("accepts answers once, allows corrections, and refuses both after it is closed", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const noticeId = notice?.id ?? "";
    const answer = (over: object = {}) => ({
      requestId: randomUUID(),
      usedLb: "1.00",
      heldLb: "4.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
      ...over,
    });
    const first = answer();
    await Promise.all([answerByLink(db, noticeId, first), answerByLink(db, noticeId, first)]);
    await answerByLink(db, noticeId, answer({ usedLb: "5.00", heldLb: "0.00" }));
    const seen = await getRecall(db, admin, id);
    expect(seen?.notices[0]).toMatchObject({ answers: 2, answer: { usedLb: "5.00" } });
    await answerByPhone(db, admin, { recallId: id, customerId }, answer({ discardedLb: "1.00" }));
    expect(await db.$count(recallAnswers, eq(recallAnswers.noticeId, noticeId))).toBe(3);
    // A correction begins with what was noted.
    expect(await clientOfRecall(db, admin, id, customerId)).toMatchObject({
      answer: { usedLb: "1.00", heldLb: "4.00", discardedLb: "1.00", answeredBy: "Sam" },
    });
    const stranger = { recallId: id, customerId: randomUUID() };
    expect(await reasonOf(answerByPhone(db, admin, stranger, answer()))).toBe("gone");
    // The client's answer is in each line, for people who filter the file by a lot or an order.
    const found = (await fileOfRecall(db, admin, id)) as RecallFile;
    const twice = found.customers.map((one) => ({ ...one, lines: [...one.lines, ...one.lines] }));
    const answered = await recallCsv({ ...found, customers: twice });
    const rows = answered.split("\r\n").filter((row) => row.includes(lot.code));
    expect(rows.map((row) => row.split(",").at(-1))).toEqual(["1.00", "1.00"]);
    const closing = { closeNote: "Everything is accounted for.", isMeant: true };
    await closeRecall(db, admin, id, closing);
    expect(await reasonOf(closeRecall(db, admin, id, closing))).toBe("closed");
    expect(await reasonOf(answerByLink(db, noticeId, answer()))).toBe("closed");
    expect(await reasonOf(answerByLink(db, null, answer()))).toBe("gone");
    expect(await reasonOf(answerByLink(db, randomUUID(), answer()))).toBe("gone");
    expect((await questionOf(db, noticeId))?.isClosed).toBe(true);
    const forged = links.pathFor(noticeId).split("token=")[1] ?? "";
    expect(links.noticeOf(`${decodeURIComponent(forged).slice(0, -2)}AA`)).toBeNull();
    expect(createRecallLinks("another").noticeOf(decodeURIComponent(forged))).toBeNull();
    const file = await fileOfRecall(db, admin, id);
    const csv = file ? await recallCsv(file) : "";
    expect(csv.split("\n").filter((line) => line.includes(lot.code))).toHaveLength(1);
    expect(await reasonOf(openRecall(db, admin, opening(lot.id)))).toBe("accepted");
  });

  it("is shown to a signed-in client who got meat of it, and to nobody else", async () => {
    const lot = await lotOf();
    const client = await signedInClient(db);
    const got = await packed({ lotId: lot.id, customerId: client.customerId });
    await packed({ lotId: lot.id, customerId: client.customerId, order: { status: "pending" } });
    const other = await signedInClient(db);
    const id = await openRecall(db, admin, opening(lot.id));
    expect(await recallsOfClient(db, client, links)).toEqual([]);
    await mailRecall(db, admin, id, { shop, links });
    const [seen, ...more] = await recallsOfClient(db, client, links);
    expect(more).toEqual([]);
    expect(seen).toMatchObject({
      reason: "Listeria was found.",
      products: ["Ribeye Steak"],
      isAnswered: false,
      orderIds: [got.order.id],
    });
    expect(await recallsOfClient(db, other, links)).toEqual([]);
    const elsewhere = { ...client, sites: [randomUUID()] };
    expect(await recallsOfClient(db, elsewhere, links)).toEqual([]);
    const token = new URLSearchParams(seen?.path.split("?")[1]).get("token") ?? "";
    await answerByLink(db, links.noticeOf(token), {
      requestId: randomUUID(),
      usedLb: "5.00",
      heldLb: "0.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
    });
    expect(await recallsOfClient(db, client, links)).toMatchObject([{ isAnswered: true }]);
    await closeRecall(db, admin, id, { closeNote: "", isMeant: true });
    expect(await recallsOfClient(db, client, links)).toEqual([]);
  });

  it("needs confirmation to close without all answers, without calls to authorities, or with waiting meat", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id, order: { status: "delivered" } });
    const waiting = await packed({ lotId: lot.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(lot.id));
    const close = () =>
      closeRecall(db, admin, id, { closeNote: "", isMeant: false }).then(
        () => "closed",
        (error) => (error as Error).message,
      );
    expect(await close()).toMatch(
      /no call to the CFIA and none to your health authority is noted, 1 client \(.+\) has not answered, 1 order with meat of it waits/,
    );
    await recordCall(db, admin, id, {
      requestId: randomUUID(),
      authority: "CFIA",
      phone: "604-555-0100",
      note: "",
      calledAt: new Date(),
      answeredBy: "An officer",
    });
    expect(await close()).toContain("no call to your health authority is noted");
    await recordCall(db, admin, id, {
      requestId: randomUUID(),
      authority: "Fraser Health",
      phone: "604-555-0101",
      note: "",
      calledAt: new Date(),
      answeredBy: "A nurse",
    });
    await answerByPhone(
      db,
      admin,
      { recallId: id, customerId },
      {
        requestId: randomUUID(),
        usedLb: "5.00",
        heldLb: "0.00",
        discardedLb: "0.00",
        answeredBy: "Sam",
        note: "",
      },
    );
    await db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, waiting.packages[0]?.id ?? ""));
    expect(await close()).toBe("closed");
    expect(await holdsOfRecall(db, admin, [lot.id])).toMatchObject([
      { id: lot.id, code: lot.code, releasedAt: null },
    ]);
  });

  it("records calls to authorities once, and can add lots made since", async () => {
    const lot = await lotOf();
    const id = await openRecall(db, admin, opening(lot.id));
    const call = {
      requestId: randomUUID(),
      authority: "CFIA",
      phone: "604-555-0100",
      note: "",
      calledAt: new Date(),
      answeredBy: "An officer",
    };
    await recordCall(db, admin, id, call);
    await recordCall(db, admin, id, call);
    expect(await db.$count(recallCalls, eq(recallCalls.recallId, id))).toBe(1);
    const later = await lotOf([{ id: lot.id }]);
    expect((await getRecall(db, admin, id))?.newLots).toEqual([{ id: later.id, code: later.code }]);
    await addNewLots(db, admin, id);
    const seen = await getRecall(db, admin, id);
    expect([seen?.newLots, seen?.lotIds.length]).toEqual([[], 2]);
    const open = and(eq(lotHolds.lotId, later.id), isNull(lotHolds.releasedAt));
    expect(await db.$count(lotHolds, open)).toBe(1);
  });
});
