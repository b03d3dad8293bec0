import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createStopLinks, ownMailChoices, setOwnMailChoice } from "./mail-choices.server.ts";
import { mailKinds } from "./mail-kinds.ts";

const links = createStopLinks("a secret of the tests, long enough");
const morning = new Date("2026-11-25T16:00:00Z");

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

describe.each(mailKinds)("the choice of %s in the account", (kind) => {
  it("can be changed by the owner only, and each actual change is logged", async () => {
    const owner = await signedInClient(db);
    const [other] = mailKinds.filter((name) => name !== kind);
    expect((await ownMailChoices(db, owner))[kind]).toBe(true);
    for (const wants of [false, false, true]) {
      await setOwnMailChoice(db, owner, kind, wants);
      const chosen = await ownMailChoices(db, owner);
      expect([chosen[kind], other && chosen[other]]).toEqual([wants, true]);
    }
    const changes = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, owner.customerId));
    expect(changes).toHaveLength(2);
    const buyer = { ...owner, role: "buyer" } as const;
    await expect(setOwnMailChoice(db, buyer, kind, false)).rejects.toThrow(Refusal);
  });
});

it("stores when fresh sheets were requested, until they are stopped", async () => {
  const owner = await signedInClient(db);
  const askedAt = async () => {
    const [row] = await db
      .select({ at: customers.askedForFreshSheetsAt })
      .from(customers)
      .where(eq(customers.id, owner.customerId));
    return row?.at;
  };
  expect(await askedAt()).toBeNull();
  await setOwnMailChoice(db, owner, "fresh-sheets", false);
  await setOwnMailChoice(db, owner, "fresh-sheets", true);
  expect(await askedAt()).toBeInstanceOf(Date);
  await setOwnMailChoice(db, owner, "fresh-sheets", false);
  expect(await askedAt()).toBeNull();
});

describe("a link to stop emails", () => {
  const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
  const token = links.tokenFor("order-reminders", id, morning);
  const later = (days: number) => new Date(morning.getTime() + days * 24 * 3_600_000);
  const customerOf = (text: string, now = morning) =>
    links.customerOf("order-reminders", text, now);

  it("names its customer for 90 days", () => {
    expect(customerOf(token, later(90))).toBe(id);
    expect(customerOf(token, new Date(later(90).getTime() + 1))).toBeNull();
  });

  it.each([
    "",
    "x",
    `${token}x`,
    `${token}.`,
    token.replace("0b8a", "0b8b"),
    token.replace(/\.[^.]+\./, ".zzzzzzzzz."),
    token.slice(0, token.lastIndexOf(".")),
    createStopLinks("another secret").tokenFor("order-reminders", id, morning),
    links.tokenFor("fresh-sheets", id, morning),
  ])("is refused if it is %j", (forged) => {
    expect(customerOf(forged)).toBeNull();
  });
});
