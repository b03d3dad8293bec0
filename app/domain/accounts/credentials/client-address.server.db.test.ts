import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { insertCustomers } from "#app/domain/customers/save-customers.server.ts";
import { countUnmailed, listUnmailed } from "#app/domain/mail/addressees.server.ts";
import { tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { account, user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { untilSomebodyWaits } from "#tests/setup/waiting.ts";
import {
  addClientAddress,
  askForProof,
  changeClientAddress,
  getClientAddress,
} from "./client-address.server.ts";
import { confirmationLink, confirmEmail } from "./confirmation.server.ts";
import { resetPassword } from "./password-reset.server.ts";

const services = { shop, adminEmail: "admin@example.com" };

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(() => db.delete(mailOutbox));
afterAll(() => database.close());

let nr = 0;
async function client(standing: "proved" | "vouched" | "stranger", password: string | null) {
  nr += 1;
  const email = `client${nr}@example.com`;
  const flags = { emailVerified: standing === "proved", isVouched: standing === "vouched" };
  const { user: owner } = await insertClient(db, { user: { email, ...flags } });
  const ways = { userId: owner.id, accountId: owner.id, providerId: "credential", password };
  await db.insert(account).values(ways);
  return { id: owner.id, email };
}

async function mails() {
  const rows = await db.select().from(mailOutbox).orderBy(mailOutbox.createdAt);
  return rows.map(({ recipient, subject, text }) => ({
    recipient,
    subject,
    token: /token=([\w-]+)/.exec(text)?.[1] ?? "",
  }));
}

const isTold = async (customerId: string) => {
  const { id } = await insertOrder(db, customerId);
  const told = await db.transaction((tx) =>
    tellOfOrder(tx, { id, customerId, placedBy: null }, shop, () => ({
      subject: "Packed",
      text: "Packed",
      html: "Packed",
    })),
  );
  await db.delete(mailOutbox);
  return told;
};

it("emails orders to confirmed addresses and to those that staff entered, not to unconfirmed ones of sign-ups", async () => {
  const [proved, vouched, stranger] = [
    await client("proved", "hash"),
    await client("vouched", null),
    await client("stranger", "hash"),
  ];
  expect([await isTold(proved.id), await isTold(vouched.id)]).toEqual([true, true]);
  expect(await isTold(stranger.id)).toBe(false);
  const unmailed = (await listUnmailed(db, admin)).map(({ email }) => email);
  expect(unmailed).toContain(stranger.email);
  expect(unmailed).not.toContain(vouched.email);
  expect(await countUnmailed(db)).toBe(1);
});

it("adds an unused address to a client without a login, only once, and emails one invitation", async () => {
  const [customerId = ""] = await insertCustomers(db, [{ companyName: "Phone only", site: {} }]);
  expect(await getClientAddress(db, admin, customerId)).toBeNull();
  const taken = await client("proved", "hash");
  const add = (email: string, id = customerId) =>
    addClientAddress(db, admin, { customerId: id, email }, services);
  expect(await add(taken.email)).toBe("taken");
  expect(await add(services.adminEmail)).toBe("taken");
  expect(await add("nobody@example.com", "x")).toBe("no account");
  const both = await Promise.all([add("one@example.com"), add("two@example.com")]);
  expect(both.toSorted()).toEqual(["no account", null].toSorted());
  const email = both[0] === null ? "one@example.com" : "two@example.com";
  expect(await getClientAddress(db, admin, customerId)).toMatchObject({
    email,
    standing: "vouched",
    hasPassword: false,
    isStaff: false,
  });
  const [invitation, ...others] = await mails();
  expect(others).toEqual([]);
  expect(invitation?.recipient).toBe(email);
  expect(await resetPassword(db, invitation?.token ?? "", "a new password", shop)).toBeTruthy();
});

it("emails a link to confirm or to choose a first password, but none to a confirmed address", async () => {
  const stranger = await client("stranger", "hash");
  expect(await askForProof(db, admin, stranger.id, shop)).toBeNull();
  const [confirmation] = await mails();
  expect(confirmation).toMatchObject({ recipient: stranger.email });
  expect(await confirmEmail(db, confirmation?.token ?? "", shop)).toBe(stranger.id);
  expect(await askForProof(db, admin, stranger.id, shop)).toBe("proved");
  await db.delete(mailOutbox);

  const imported = await client("vouched", null);
  expect(await askForProof(db, admin, imported.id, shop)).toBeNull();
  const [invitation] = await mails();
  expect(await resetPassword(db, invitation?.token ?? "", "a good password", shop)).toBe(
    imported.id,
  );
  expect(await getClientAddress(db, admin, imported.id)).toMatchObject({
    standing: "proved",
    hasPassword: true,
  });
  // The first password of an invited client is not reported.
  expect(await mails()).toHaveLength(1);
});

it("keeps a confirmed address until the new one is confirmed, then notifies the old one", async () => {
  const { id, email } = await client("proved", "hash");
  const wanted = { customerId: id, email: "moved@example.com" };
  expect(await changeClientAddress(db, admin, wanted, services)).toBeNull();
  expect(await getClientAddress(db, admin, id)).toMatchObject({ email });
  const [link] = await mails();
  expect(link).toMatchObject({ recipient: wanted.email });
  expect(await confirmEmail(db, link?.token ?? "", shop)).toBe(id);
  expect(await getClientAddress(db, admin, id)).toMatchObject({
    email: wanted.email,
    standing: "proved",
  });
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([wanted.email, email]);
  expect(await confirmEmail(db, link?.token ?? "", shop)).toBeNull();
});

it("changes an unconfirmed address immediately, and invalidates links sent to the old one", async () => {
  const { id, email } = await client("vouched", null);
  await askForProof(db, admin, id, shop);
  const [old] = await mails();
  await db.delete(mailOutbox);
  const wanted = { customerId: id, email: "right@example.com" };
  expect(await changeClientAddress(db, admin, wanted, services)).toBeNull();
  expect(await resetPassword(db, old?.token ?? "", "a good password", shop)).toBeNull();
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([email, wanted.email]);
  expect(await isTold(id)).toBe(true);
});

it("doesn't confirm a corrected address through the link sent to the mistyped one", async () => {
  const { id } = await client("stranger", "hash");
  await askForProof(db, admin, id, shop);
  const [old] = await mails();
  await db.delete(mailOutbox);
  const wanted = { customerId: id, email: "corrected@example.com" };
  expect(await changeClientAddress(db, admin, wanted, services)).toBeNull();
  expect(await confirmEmail(db, old?.token ?? "", shop)).toBeNull();
  expect(await getClientAddress(db, admin, id)).toMatchObject({ standing: "vouched" });
  const [link] = await mails();
  expect(await confirmEmail(db, link?.token ?? "", shop)).toBe(id);
});

it("invalidates the link to a mistyped new address once staff correct it", async () => {
  const { id, email } = await client("proved", "hash");
  const change = (to: string) =>
    changeClientAddress(db, admin, { customerId: id, email: to }, services);
  await change("mistyped@example.com");
  await change("intended@example.com");
  const [mistyped, intended] = await mails();
  expect(await confirmEmail(db, mistyped?.token ?? "", shop)).toBeNull();
  expect(await getClientAddress(db, admin, id)).toMatchObject({ email });
  expect(await confirmEmail(db, intended?.token ?? "", shop)).toBe(id);
});

it("refuses to change an address that the client confirms meanwhile", async () => {
  const { id, email } = await client("stranger", "hash");
  await askForProof(db, admin, id, shop);
  const [link] = await mails();
  const wanted = { customerId: id, email: "unread@example.com" };
  const change = await db.transaction(async (tx) => {
    expect(await confirmEmail(tx, link?.token ?? "", shop)).toBe(id);
    const reason = reasonOf(changeClientAddress(db, admin, wanted, services));
    await untilSomebodyWaits(db);
    return { reason };
  });
  expect(await change.reason).toBe("changed");
  expect(await getClientAddress(db, admin, id)).toMatchObject({ email, standing: "proved" });
});

it("refuses to mail a link to a second new address while the client confirms the first", async () => {
  const { id } = await client("proved", "hash");
  const first = { customerId: id, email: "first@example.com" };
  await changeClientAddress(db, admin, first, services);
  const [link] = await mails();
  const second = { customerId: id, email: "second@example.com" };
  const change = await db.transaction(async (tx) => {
    expect(await confirmEmail(tx, link?.token ?? "", shop)).toBe(id);
    const reason = reasonOf(changeClientAddress(db, admin, second, services));
    await untilSomebodyWaits(db);
    return { reason };
  });
  expect(await change.reason).toBe("changed");
  expect(await getClientAddress(db, admin, id)).toMatchObject({ email: first.email });
});

it("gives an address to only one of two clients", async () => {
  const [one, other] = [await client("vouched", null), await client("vouched", null)];
  const change = ({ id }: { id: string }) =>
    changeClientAddress(db, admin, { customerId: id, email: "both@example.com" }, services);
  const both = await Promise.all([change(one), change(other)]);
  expect(both.toSorted()).toEqual(["taken", null].toSorted());
});

it("doesn't offer to confirm a new address for an account that has another meanwhile", async () => {
  const { id } = await client("proved", "hash");
  await changeClientAddress(db, admin, { customerId: id, email: "new@example.com" }, services);
  const [link] = await mails();
  const token = link?.token ?? "";
  expect(await confirmationLink(db, token)).toBe("confirms");
  await db.update(user).set({ email: "another@example.com" }).where(eq(user.id, id));
  expect(await confirmationLink(db, token)).toBe("spent");
  expect(await confirmEmail(db, token, shop)).toBeNull();
});

it("refuses an address in use, also by the time of its confirmation, and changes no staff", async () => {
  const [one, other] = [await client("proved", "hash"), await client("proved", "hash")];
  const taken = { customerId: one.id, email: other.email };
  expect(await changeClientAddress(db, admin, taken, services)).toBe("taken");
  const reserved = { customerId: one.id, email: services.adminEmail };
  expect(await changeClientAddress(db, admin, reserved, services)).toBe("taken");
  const ours = { customerId: admin.userId, email: "x@example.com" };
  expect(await changeClientAddress(db, admin, ours, services)).toBe("staff");
  // Somebody opens an account with that address before the link is used.
  const wanted = { customerId: one.id, email: "late@example.com" };
  await changeClientAddress(db, admin, wanted, services);
  const link = (await mails()).at(-1);
  const late = await client("proved", "hash");
  await db.update(user).set({ email: wanted.email }).where(eq(user.id, late.id));
  expect(await confirmationLink(db, link?.token ?? "")).toBe("spent");
  expect(await confirmEmail(db, link?.token ?? "", shop)).toBeNull();
});
