import { eq, lte, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readProfile } from "#app/domain/customers/stored-profile.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { account, user } from "#db/schema/accounts.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { rateLimits } from "#db/schema/system.ts";
import { ensureAdmin } from "#server/seed/accounts.ts";
import { adminEmail, shop, siteUrl, takeMails, testAuth, tokenIn } from "#tests/setup/accounts.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { signUpForm } from "./auth-forms.ts";
import { confirmationLink, confirmEmail, mailConfirmationAgain } from "./confirmation.server.ts";
import { signIn } from "./sign-in.server.ts";
import { signUp } from "./sign-up.server.ts";

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
beforeEach(async () => {
  await db.delete(user);
  await takeMails(db);
  await db.delete(rateLimits);
});
afterAll(() => database.close());

const email = "chef@example.com";
const filledIn = { email, password: "long enough", companyName: "Sample Bistro" };

/** Signs up as the form would, with or without address confirmation. */
function filled(fields: Record<string, string>, emailConfirmation = false) {
  const form = signUpForm.parse({ ...filledIn, ...fields });
  return signUp(db, form, { shop, adminEmail, emailConfirmation });
}

async function entering(password: string, emailConfirmation = false) {
  const auth = testAuth(db, { emailConfirmation });
  const services = { db, auth, adminEmail, shop, clientAddress: "" };
  const entrance = await signIn(services, new Request(siteUrl), { email, password });
  return typeof entrance === "string" ? entrance : entrance.landing;
}

/** Ends hourly limits, as an hour's wait would. */
const anHourLater = () =>
  db.delete(rateLimits).where(lte(rateLimits.endsAt, sql`now() + interval '1 hour'`));

async function stored() {
  const accounts = await db.select().from(user).where(eq(user.email, email));
  return Promise.all(
    accounts.map(async (user) => {
      const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, user.id));
      return { user, profile: await readProfile(db, user.id), postalCode: site?.postalCode };
    }),
  );
}

describe("signing up", () => {
  it("creates an account that can sign in, with its profile", async () => {
    const fields = { contactName: "Pat Sample", phone: "604-555-0101", notes: "Back door" };
    const typed = { email: " Chef@Example.com ", postalCode: "v3g-1a2" };
    expect(await filled({ ...fields, ...typed })).toBe("created");
    const [made] = await stored();
    expect(made?.user).toMatchObject({ email, name: "Pat Sample", emailVerified: false });
    expect(made?.profile).toMatchObject({
      ...fields,
      companyName: "Sample Bistro",
      address: "",
      isAdmin: false,
    });
    expect(made?.postalCode).toBe("V3G1A2");
    expect(await entering("long enough")).toBe("/dashboard");
    expect(await entering("not that one")).toBe("wrong-credentials");
  });

  it("emails a link that confirms the address, and notifies the company", async () => {
    await filled({ companyName: "Sample Bistro" });
    const mails = await takeMails(db);
    const [confirmation, told] = mails.toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(mails).toHaveLength(2);
    expect(confirmation).toMatchObject({
      recipient: email,
      subject: expect.stringMatching(/^Confirm/),
    });
    expect(told).toMatchObject({
      recipient: sampleShop().company.email,
      subject: "New wholesale account: Sample Bistro",
      link: expect.stringMatching(/\/admin\/clients\?client=[\da-f-]{36}$/),
    });
    // Changes made since then stay: the link confirms the address only.
    await db.update(customers).set({ companyName: "Another Name" });
    await confirmEmail(db, tokenIn(confirmation?.link), shop);
    const [made] = await stored();
    expect(made?.user.emailVerified).toBe(true);
    expect(made?.profile?.companyName).toBe("Another Name");
    expect(await entering("long enough")).toBe("/dashboard");
    expect(await takeMails(db)).toEqual([]);
  });

  it("ignores fields that would make an administrator", async () => {
    const id = crypto.randomUUID();
    await filled({ is_admin: "true", isAdmin: "true", role: "admin", id });
    const [made] = await stored();
    expect(made?.profile).toMatchObject({ isAdmin: false, id: expect.not.stringMatching(id) });
  });

  it("refuses an address that has an account, and doesn't change that account", async () => {
    await filled({});
    const before = await stored();
    expect(await filled({ companyName: "Other", password: "another one" })).toBe("taken");
    expect(await stored()).toEqual(before);
    expect(await entering("long enough")).toBe("/dashboard");
  });

  it("creates one account for two concurrent requests", async () => {
    const outcomes = await Promise.all([filled({}), filled({ companyName: "Other" })]);
    expect(outcomes.sort()).toEqual(["created", "taken"]);
    expect(await stored()).toHaveLength(1);
    expect(await db.select().from(account)).toHaveLength(1);
  });

  it("refuses the designated administrator's address, even while it has no account", async () => {
    for (const address of [adminEmail, "ADMIN@Example.com "]) {
      expect(await filled({ email: address })).toBe("taken");
    }
    expect(await db.select().from(user)).toEqual([]);
    await ensureAdmin(db, { email: adminEmail, password: "the owner's own" });
    expect(await filled({ email: adminEmail })).toBe("taken");
    expect(await filled({ email: adminEmail }, true)).toBe("confirm");
    expect(await takeMails(db)).toMatchObject([
      { recipient: adminEmail, subject: expect.stringContaining("already") },
    ]);
  });
});

describe("signing up where email addresses must be confirmed", () => {
  it("opens the account through the mailed link, which works once", async () => {
    expect(await filled({ postalCode: "V3G 1A2" }, true)).toBe("confirm");
    expect(await entering("long enough", true)).toBe("unconfirmed");
    expect(await entering("not that one", true)).toBe("wrong-credentials");

    const [mail] = await takeMails(db);
    expect(mail).toMatchObject({ recipient: email, subject: expect.stringContaining("Confirm") });
    const token = tokenIn(mail?.link);
    expect(await confirmationLink(db, token)).toBe("confirms");
    const [made] = await stored();
    expect(await takeMails(db)).toEqual([]);
    expect(await confirmEmail(db, token, shop)).toBe(made?.user.id);
    expect(await takeMails(db)).toMatchObject([
      { recipient: sampleShop().company.email, subject: "New wholesale account: Sample Bistro" },
    ]);
    expect(await entering("long enough", true)).toBe("/dashboard");
    expect(made?.postalCode).toBe("V3G1A2");

    expect(await confirmationLink(db, token)).toBe("spent");
    expect(await confirmEmail(db, token, shop)).toBeNull();
  });

  it("gives the same answer for an address that has an account, and emails only its owner", async () => {
    await filled({});
    await db.update(user).set({ emailVerified: true });
    await takeMails(db);
    await anHourLater();
    expect(await filled({ password: "another one" }, true)).toBe("confirm");
    const mails = await takeMails(db);
    expect(mails).toMatchObject([
      { recipient: email, subject: expect.stringContaining("already"), link: `${siteUrl}/login` },
    ]);
    expect(await entering("another one", true)).toBe("wrong-credentials");
    expect(await entering("long enough", true)).toBe("/dashboard");
  });

  it("invalidates the password of anyone who signed up with the address before", async () => {
    await filled({ password: "the intruder's", companyName: "Intruder" }, true);
    const [intruders] = await takeMails(db);
    await anHourLater();
    await filled({ password: "the owner's own" }, true);
    const [owners] = await takeMails(db);

    await confirmEmail(db, tokenIn(owners?.link), shop);
    expect(await confirmationLink(db, tokenIn(owners?.link))).toBe("spent");
    expect(await confirmationLink(db, tokenIn(intruders?.link))).toBe("confirmed");
    expect(await entering("the intruder's", true)).toBe("wrong-credentials");
    expect(await entering("the owner's own", true)).toBe("/dashboard");
    expect((await stored())[0]?.profile?.companyName).toBe("Sample Bistro");
    expect(await confirmEmail(db, tokenIn(intruders?.link), shop)).toBeNull();
    expect(await entering("the owner's own", true)).toBe("/dashboard");
  });

  it("emails another link to an unconfirmed account on request, and none after confirmation", async () => {
    await filled({}, true);
    await takeMails(db);
    await anHourLater();
    expect(await mailConfirmationAgain(db, email, shop)).toBeNull();
    const [again] = await takeMails(db);
    expect(await confirmEmail(db, tokenIn(again?.link), shop)).not.toBeNull();
    expect(await entering("long enough", true)).toBe("/dashboard");

    await takeMails(db);
    await anHourLater();
    await mailConfirmationAgain(db, email, shop);
    await mailConfirmationAgain(db, "nobody@example.com", shop);
    expect(await takeMails(db)).toEqual([]);
  });

  it("emails another link after the first was lost, within a limit", async () => {
    await filled({}, true);
    const again = () => mailConfirmationAgain(db, email, shop);
    expect([await again(), await again()]).toEqual([null, null]);
    expect(await takeMails(db)).toHaveLength(3);
    await again();
    // A link that activates another password has the smaller limit.
    expect(await filled({ password: "another one" }, true)).toEqual(expect.any(Number));
    expect(await takeMails(db)).toHaveLength(0);
    await anHourLater();
    await Promise.all([again(), again(), again(), again()]);
    expect(await takeMails(db)).toHaveLength(3);
    await anHourLater();
    await again();
    expect(await takeMails(db)).toHaveLength(0);
  });

  it("answers a repeated sign-up the same whether the address has an account or not", async () => {
    const known = { email: "known@example.com", password: "the owner's own" };
    await filled(known);
    await db.update(user).set({ emailVerified: true });
    await anHourLater();
    const stranger = { email: "known@example.com", password: "somebody else's" };
    for (const asked of [stranger, { ...stranger, email: "unknown@example.com" }]) {
      expect(await filled(asked, true)).toBe("confirm");
      expect(await filled(asked, true)).toEqual(expect.any(Number));
    }
  });

  it("invalidates another person's link before the owner can use it", async () => {
    await filled({ password: "the intruder's" }, true);
    const [intruders] = await takeMails(db);
    expect(await filled({ password: "the owner's own" }, true)).toEqual(expect.any(Number));
    expect(await confirmationLink(db, tokenIn(intruders?.link))).toBe("spent");
  });

  it("keeps the link when the form is sent twice", async () => {
    await filled({}, true);
    const [mail] = await takeMails(db);
    expect(await filled({}, true)).toEqual(expect.any(Number));
    expect(await confirmationLink(db, tokenIn(mail?.link))).toBe("confirms");
  });

  it("stores no link in plain text", async () => {
    await filled({}, true);
    const [mail] = await takeMails(db);
    const { rows } = await db.execute("select identifier, value from verifications");
    expect(JSON.stringify(rows)).not.toContain(tokenIn(mail?.link));
  });
});
