import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { updateProfile } from "#app/domain/customers/profiles.server.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { countReaders } from "#app/features/fresh-sheet/readers.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, members, shipTos } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { newClientForm, siteForm } from "./client-record.ts";
import {
  clientSites,
  createClient,
  ownSites,
  removeOwnSite,
  removeSite,
  saveOwnSite,
  saveSite,
  seenClient,
  setInactive,
} from "./client-records.server.ts";
import { getClient } from "./clients-admin.server.ts";

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

const add = (fields: Record<string, string>) =>
  createClient(
    db,
    admin,
    newClientForm.parse({ companyName: "Sample Diner", anyway: "yes", ...fields }),
    shop,
  );

const site = (fields: Record<string, string> = {}) =>
  siteForm.parse({
    name: "",
    address: "1 Sample Street",
    postalCode: "",
    contactName: "",
    phone: "",
    notes: "",
    ...fields,
  });

const sitesOf = async (customerId: string) => clientSites(db, admin, customerId, { zones: [] });

describe("a client added by staff", () => {
  it("gets a site, an owner and an invitation, and is audited", async () => {
    const email = "new.diner@example.com";
    const id = await add({
      email,
      invites: "yes",
      address: "1 Sample Street",
      postalCode: "v3g 1a2",
    });
    expect(await sitesOf(id)).toMatchObject([
      { address: "1 Sample Street", postalCode: "V3G1A2", isDefault: true, name: "" },
    ]);
    expect(await db.select().from(members).where(eq(members.customerId, id))).toMatchObject([
      { userId: id, role: "owner" },
    ]);
    const mails = await db.select().from(mailOutbox);
    expect(mails.map(({ recipient }) => recipient)).toEqual([email]);
    expect(mails[0]?.text).toContain("/reset-password?token=");
    expect(await auditEntries(db, "client", id)).toMatchObject([
      { actorId: admin.userId, action: "client added", after: { email, invited: "By email" } },
    ]);
  });

  it("needs no login, and gets an email only if staff choose to invite them", async () => {
    const id = await add({});
    await add({ companyName: "Sample Grill", email: "grill@example.com" });
    expect(await db.$count(members, eq(members.customerId, id))).toBe(0);
    expect(await db.select().from(mailOutbox)).toEqual([]);
  });

  it("is refused if the email address has an account, even when two are added concurrently", async () => {
    const email = "twice@example.com";
    const both = await Promise.allSettled([add({ email }), add({ email })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(add({ email })).rejects.toMatchObject({ code: "taken" });
    expect(await db.$count(customers, eq(customers.companyName, "Nobody"))).toBe(0);
  });

  it("is refused with the name of the client for which the email address already signs in", async () => {
    const email = "named@example.com";
    await add({ companyName: "Sample Named", email });
    const refused = (words: RegExp) => ({
      code: "taken",
      answer: { errors: { email: [expect.stringMatching(words)] } },
    });
    await expect(add({ email })).rejects.toMatchObject(
      refused(/signs in for Sample Named already/),
    );
    await expect(add({ email: admin.email })).rejects.toMatchObject(refused(/your own staff/));
  });

  it("needs confirmation if another client has the same name or phone number, even when two are added concurrently", async () => {
    const fresh = (fields: Record<string, string>) =>
      createClient(db, admin, newClientForm.parse(fields), shop);
    const first = await fresh({ companyName: "Sample Twin", phone: "604-555-0155" });
    const alike = {
      code: "alike",
      answer: { alike: [{ id: first, name: "Sample Twin", phone: "604-555-0155" }] },
    };
    await expect(fresh({ companyName: "sample twin" })).rejects.toMatchObject(alike);
    const sameNumber = { companyName: "Sample Other", phone: "+1 (604) 555 0155" };
    await expect(fresh(sameNumber)).rejects.toMatchObject(alike);
    await fresh({ ...sameNumber, anyway: "yes" });
    await fresh({ companyName: "Sample Third", phone: "" });
    const both = await Promise.allSettled([
      fresh({ companyName: "Sample Pair" }),
      fresh({ companyName: "Sample Pair" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is checked field by field", () => {
    const wrong = { companyName: " ", email: "nobody", postalCode: "T2P 1J9" };
    const { error } = newClientForm.safeParse(wrong);
    expect(error?.issues.map(({ path }) => path.join(".")).sort()).toEqual([
      ...["companyName", "email", "postalCode"],
    ]);
  });
});

describe("a client's details", () => {
  it("can be corrected by staff, unless somebody changed them in the meantime", async () => {
    const id = await add({});
    const theirs = await actFor(db, admin, { customerId: id });
    if (!theirs) throw new Error("unreachable");
    const seen = (await seenClient(db, id)) ?? "";
    await updateProfile(db, theirs, { phone: "604-555-0133" }, seen);
    const refused = { code: "changed", fields: { seen: await seenClient(db, id) } };
    await expect(updateProfile(db, theirs, { phone: "604-555-0134" }, seen)).rejects.toMatchObject(
      refused,
    );
    const [stored] = await db.select().from(customers).where(eq(customers.id, id));
    expect(stored?.phone).toBe("604-555-0133");
    expect(await seenClient(db, crypto.randomUUID())).toBeNull();
  });
});

describe("a client's sites", () => {
  it("have distinct names, one default and their zones, and refuse edits of an outdated version", async () => {
    const id = await add({ address: "1 Sample Street", postalCode: "V3G 1A2" });
    const at = { customerId: id, siteId: null };
    await expect(saveSite(db, admin, at, site())).rejects.toMatchObject({ code: "invalid" });
    await saveSite(
      db,
      admin,
      at,
      site({ name: "Harbour", postalCode: "V6B1A1", isDefault: "yes" }),
    );
    await expect(saveSite(db, admin, at, site({ name: "harbour" }))).rejects.toMatchObject({
      code: "invalid",
    });
    await insertServedZone(db, { prefixes: ["V6B"], name: "Sample Coast" });
    const inZones = await clientSites(db, admin, id, await readDeliveryRules(db));
    expect(inZones.map(({ name, isDefault, zoneName }) => [name, isDefault, zoneName])).toEqual([
      ["Harbour", true, "Sample Coast"],
      ["", false, null],
    ]);
    await removeZones(db);
    const [, second] = await sitesOf(id);
    const edit = { customerId: id, siteId: second?.id ?? "" };
    const seen = second?.updatedAt.toISOString() ?? "";
    await saveSite(db, admin, edit, site({ name: "Old kitchen", seen }));
    await expect(saveSite(db, admin, edit, site({ name: "Older", seen }))).rejects.toMatchObject({
      code: "changed",
    });
    expect((await auditEntries(db, "client", id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["client added", "site added", "site changed"]),
    );
  });

  it("can be removed unless it is the default or an order goes there", async () => {
    const client = await signedInClient(db);
    const id = client.customerId;
    await saveSite(db, admin, { customerId: id, siteId: null }, site({ name: "Second" }));
    const all = await sitesOf(id);
    const [first, second] = [all.find((one) => one.isDefault), all.find((one) => !one.isDefault)];
    const remove = (siteId = "") => removeSite(db, admin, { customerId: id, siteId });
    await expect(remove(first?.id)).rejects.toMatchObject({ code: "default" });
    await insertOrder(db, client.userId, { shipToId: second?.id });
    await expect(remove(second?.id)).rejects.toMatchObject({ code: "used" });
    await saveSite(db, admin, { customerId: id, siteId: null }, site({ name: "Third" }));
    const third = (await sitesOf(id)).find(({ name }) => name === "Third");
    await remove(third?.id);
    await expect(remove(third?.id)).rejects.toMatchObject({ code: "gone" });
    expect((await sitesOf(id)).map(({ name }) => name)).not.toContain("Third");
  });

  it("can be changed by the account's owner too, but by no other member", async () => {
    const client = await signedInClient(db);
    await saveOwnSite(db, client, null, site({ name: "Second" }));
    const sites = await ownSites(db, client, { zones: [] });
    expect(sites.map(({ name }) => name)).toEqual(["", "Second"]);
    const [, second] = sites;
    for (const member of [
      { ...client, role: "buyer" as const },
      { ...client, role: "viewer" as const },
      { ...client, sites: [second?.id ?? ""] },
    ]) {
      const refused = { code: "forbidden" };
      await expect(ownSites(db, member, { zones: [] })).rejects.toMatchObject(refused);
      await expect(saveOwnSite(db, member, null, site({ name: "X" }))).rejects.toMatchObject(
        refused,
      );
      await expect(removeOwnSite(db, member, second?.id ?? "")).rejects.toMatchObject(refused);
    }
    const stranger = await signedInClient(db);
    await expect(removeOwnSite(db, stranger, second?.id ?? "")).rejects.toMatchObject({
      code: "gone",
    });
    await removeOwnSite(db, client, second?.id ?? "");
    expect((await auditEntries(db, "client", client.customerId))[0]).toMatchObject({
      actorId: client.userId,
      action: expect.stringMatching(/^site/),
    });
  });

  it("have a maximum number", async () => {
    const id = await add({ address: "1 Sample Street" });
    const at = { customerId: id, siteId: null };
    for (let nth = 1; nth < 50; nth += 1) await saveSite(db, admin, at, site({ name: `${nth}` }));
    await expect(saveSite(db, admin, at, site({ name: "50" }))).rejects.toMatchObject({
      code: "too many",
    });
  });

  it("of another client are not found", async () => {
    const [mine, other] = [await add({ address: "1 Mine" }), await add({ address: "1 Other" })];
    const [theirs] = await sitesOf(other);
    const at = { customerId: mine, siteId: theirs?.id ?? "" };
    const seen = theirs?.updatedAt.toISOString() ?? "";
    await expect(saveSite(db, admin, at, site({ name: "X", seen }))).rejects.toMatchObject({
      code: "gone",
    });
    await expect(removeSite(db, admin, at)).rejects.toMatchObject({ code: "gone" });
    const own = and(eq(shipTos.customerId, other), eq(shipTos.address, "1 Other"));
    expect(await db.$count(shipTos, own)).toBe(1);
  });
});

describe("an inactive client", () => {
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

  it("cannot order, nor can staff for them, until they are active again", async () => {
    const client = await signedInClient(db);
    const product = await insertProduct(db);
    const { customerId } = client;
    await setInactive(db, admin, customerId, true);
    await setInactive(db, admin, customerId, true);
    const theirs = await actFor(db, admin, { customerId });
    for (const who of [client, theirs]) {
      if (!who) throw new Error("No such customer");
      const placing = placeOrder(db, who, askedOrder(askFor(product)), rules);
      const message = who === client ? /closed for orders/ : /is inactive/;
      await expect(placing).rejects.toMatchObject({
        problems: [{ field: "account", message: expect.stringMatching(message) }],
      });
    }
    expect((await orderingTerms(db, client, 0)).isInactive).toBe(true);
    expect((await getClient(db, admin, customerId))?.inactiveAt).not.toBeNull();
    await setInactive(db, admin, customerId, false);
    await placeOrder(db, client, askedOrder(askFor(product)), rules);
    const actions = (await auditEntries(db, "client", customerId)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("made"))).toEqual([
      ...["made inactive", "made active"],
    ]);
  });

  it("gets no fresh sheets", async () => {
    const client = await signedInClient(db);
    const before = await countReaders(db);
    await db
      .update(customers)
      .set({ wantsFreshSheets: true, askedForFreshSheetsAt: new Date() })
      .where(eq(customers.id, client.customerId));
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, client.userId));
    const counted = await countReaders(db);
    expect(counted).toBeGreaterThanOrEqual(before);
    await setInactive(db, admin, client.customerId, true);
    expect(await countReaders(db)).toBe(counted - 1);
  });

  it("is not found if its id is unknown", async () => {
    for (const id of ["x", "00000000-0000-0000-0000-000000000000"]) {
      await expect(setInactive(db, admin, id, true)).rejects.toMatchObject({ code: "gone" });
    }
  });
});
