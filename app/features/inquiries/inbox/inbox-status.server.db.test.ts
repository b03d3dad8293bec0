import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInquiry, getMessage } from "./inbox.server.ts";
import { markAsPerson, markHandled, noteReply, reopen } from "./inbox-status.server.ts";

const noIds = ["", "%", "'", "\0", "12345678", randomUUID()];

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const who = () => ({ actorId: admin.userId, actorEmail: admin.email });

describe.each(["messages", "inquiries"] as const)("the inbox of %s", (box) => {
  const insert = async () =>
    (await (box === "messages" ? insertMessage : insertInquiry)(database.db)).id;
  const get = (id: string) =>
    (box === "messages" ? getMessage : getInquiry)(database.db, admin, id);

  it("logs that an entry is handled and reopened", async () => {
    const { db } = database;
    const [id, other] = [await insert(), await insert()];
    await markHandled(db, admin, { box, id: id.toUpperCase() });
    expect((await get(id))?.handledAt).toBeInstanceOf(Date);
    expect((await get(other))?.handledAt).toBeNull();
    await reopen(db, admin, { box, id });
    expect((await get(id))?.handledAt).toBeNull();
    const [open, handled] = [{ status: "open" }, { status: "handled" }];
    expect(await auditEntries(db, "inquiry", id)).toEqual([
      { ...who(), action: "handled", before: open, after: handled },
      { ...who(), action: "reopened", before: handled, after: open },
    ]);
  });

  it("marks an entry as handled once, and refuses concurrent attempts", async () => {
    const { db } = database;
    const id = await insert();
    const attempts = [1, 2, 3].map(() => markHandled(db, admin, { box, id }));
    const lost = (await Promise.allSettled(attempts)).filter(({ status }) => status === "rejected");
    expect(lost).toHaveLength(2);
    for (const { reason } of lost as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: "changed" });
    }
    expect(await auditEntries(db, "inquiry", id)).toHaveLength(1);
  });

  it("releases an entry held as spam once", async () => {
    const { db } = database;
    const held = { robotSign: "haste" } as const;
    const { id } = await (box === "messages" ? insertMessage(db, held) : insertInquiry(db, held));
    await markAsPerson(db, admin, { box, id });
    expect(await get(id)).toMatchObject({ robotSign: null, handledAt: null });
    await expect(markAsPerson(db, admin, { box, id })).rejects.toMatchObject({ code: "changed" });
    expect(await auditEntries(db, "inquiry", id)).toMatchObject([{ ...who(), action: "released" }]);
    await expect(markAsPerson(db, admin, { box, id: "12" })).rejects.toMatchObject({
      code: "gone",
    });
  });

  it("reopens a handled entry, once held as spam, into the inbox", async () => {
    const { db } = database;
    const held = { robotSign: "trap" } as const;
    const { id } = await (box === "messages" ? insertMessage(db, held) : insertInquiry(db, held));
    await markHandled(db, admin, { box, id });
    expect(await get(id)).toMatchObject({ robotSign: "trap" });
    await reopen(db, admin, { box, id });
    expect(await get(id)).toMatchObject({ robotSign: null, handledAt: null });
  });

  it("logs a reply that was begun, without marking the entry as handled", async () => {
    const { db } = database;
    const id = await insert();
    await noteReply(db, admin, { box, id });
    expect(await get(id)).toMatchObject({ handledAt: null });
    expect(await auditEntries(db, "inquiry", id)).toMatchObject([
      { ...who(), action: "replied by email" },
    ]);
  });

  it("refuses to reopen an open entry", async () => {
    const id = await insert();
    await expect(reopen(database.db, admin, { box, id })).rejects.toMatchObject({
      code: "changed",
    });
    expect(await auditEntries(database.db, "inquiry", id)).toEqual([]);
  });

  it.each(noIds)("finds no entry with the id %j", async (id) => {
    const subject = { box, id };
    await expect(markHandled(database.db, admin, subject)).rejects.toMatchObject({ code: "gone" });
    await expect(reopen(database.db, admin, subject)).rejects.toMatchObject({ code: "gone" });
    await expect(noteReply(database.db, admin, subject)).rejects.toMatchObject({ code: "gone" });
  });
});

it("a message's id isn't found among the inquiries", async () => {
  const { id } = await insertMessage(database.db);
  const subject = { box: "inquiries", id } as const;
  await expect(markHandled(database.db, admin, subject)).rejects.toMatchObject({ code: "gone" });
});
