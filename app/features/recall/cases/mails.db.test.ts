import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { recallNotices } from "#db/schema/meat/recalls.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { links, openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { closeRecall, fileOfRecall } from "../close-recall.server.ts";
import type { RecallFile } from "../recall-file.ts";
import { recallCsv, recallJob } from "../recall-papers.ts";
import { answerInWords } from "../recall-words.ts";
import { openRecall } from "../recalls.server.ts";
import { mailRecall } from "../tell-clients.server.ts";
import { toldClients } from "../told-words.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("a recall's email", () => {
  it("states the recall's number, product and lot, so that two recalls' emails differ", async () => {
    const [one, two] = [await lotOf(), await lotOf()];
    await packed({ lotId: one.id });
    await packed({ lotId: two.id });
    const subjects = [];
    for (const lot of [one, two]) {
      const id = await openRecall(db, admin, opening(lot.id));
      await mailRecall(db, admin, id, { shop, links });
      const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
      const [mail] = await db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.id, notice?.mailIds[0] ?? ""));
      const number = (await fileOfRecall(db, admin, id))?.recall.number;
      expect(mail?.subject).toMatch(new RegExp(`^Recall ${number}: .+ \\(lot ${lot.code}\\)\\.`));
      expect(mail?.text).toContain(`This is Recall ${number}, of `);
      expect(mail?.text).toContain(`of lot ${lot.code}.`);
      subjects.push(mail?.subject);
    }
    expect(new Set(subjects).size).toBe(2);
  });

  it("is reported as waiting, failed or written to a file until a mail server accepts it", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const said = async () => {
      const file = await fileOfRecall(db, admin, id);
      const [notice] = file?.recall.notices ?? [];
      const [customer] = file?.customers ?? [];
      return customer ? answerInWords({ isDrill: false }, notice, customer) : "";
    };
    expect(await said()).toContain("is waiting to be sent");
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const become = (set: Partial<typeof mailOutbox.$inferInsert>) =>
      db
        .update(mailOutbox)
        .set(set)
        .where(eq(mailOutbox.id, notice?.mailIds[0] ?? ""));
    await become({ sentAt: new Date(), file: "1.eml" });
    expect(await said()).toContain("reached nobody");
    await become({ sentAt: null, file: null, failedAt: new Date() });
    expect(await said()).toContain("could not be delivered");
    await become({ sentAt: new Date(), failedAt: null });
    expect(await said()).toMatch(/^Mailed .*, no answer yet$/);
    expect(sent.customerId).toBe(notice?.customerId);
  });
});

describe("a recall's second email", () => {
  it("that is still waiting leaves clients counted as told by the first one, in the file too", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id, values: ["5"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const [first] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const sentAt = new Date("2026-11-26T17:00:00Z");
    await db
      .update(mailOutbox)
      .set({ sentAt })
      .where(eq(mailOutbox.id, first?.mailIds[0] ?? ""));
    await packed({ lotId: lot.id, customerId, values: ["7"] });
    await mailRecall(db, admin, id, { shop, links, round: "again" });
    await closeRecall(db, admin, id, { closeNote: "Clean", isMeant: true, isUnfounded: true });
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    expect(toldClients(file.recall, file.customers, [])).toMatchObject([{ id: customerId }]);
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    expect(sheet).toMatchObject({
      customers: [
        {
          answer:
            "Told by the first mail Nov 26, 2026, 10:00 a.m.; the second mail was withdrawn before it was sent, no answer",
        },
      ],
    });
    const [heads = "", ...rows] = (await recallCsv(file)).trim().split("\r\n");
    expect(heads).toContain('"Mailed (Pacific)",Mail,"Told by"');
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      expect(row).toContain('"2026-11-26 10:00","Withdrawn before it was sent","The first mail"');
    }
  });
});

describe("recall emails of a shop without a mail server", () => {
  it("reach nobody, so the history lists their clients to call", async () => {
    const lot = await lotOf();
    await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    const written = await mailRecall(db, admin, id, { shop, links, reachesNobody: true });
    expect(written).toEqual({ mailed: 0, toCall: 1 });
    expect((await auditEntries(db, "recall", id)).at(-1)).toMatchObject({
      action: "clients not reached",
      after: { mailed: 0, toCall: 1 },
    });
  });
});
