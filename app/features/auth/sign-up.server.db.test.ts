import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { account, user } from "#db/schema/accounts.ts";
import { profiles } from "#db/schema/profiles.ts";
import { ensureAdmin } from "#db/seed/accounts.ts";
import { adminEmail, siteUrl, takeMails, testAuth, tokenIn } from "#tests/setup/accounts.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { signUpForm } from "./auth-forms.ts";
import { canConfirmEmail, confirmEmail, mailConfirmationAgain } from "./confirmation.server.ts";
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
});
afterAll(() => database.close());

const email = "chef@example.com";
const filledIn = { email, password: "long enough", companyName: "Sample Bistro" };

/** Signs up as the form would, with or without confirmation of addresses. */
function filled(fields: Record<string, string>, emailConfirmation = false) {
  const form = signUpForm.parse({ ...filledIn, ...fields });
  return signUp(db, form, { siteUrl, adminEmail, emailConfirmation });
}

/** What signing in comes to. */
async function entering(password: string, emailConfirmation = false) {
  const auth = testAuth(db, { emailConfirmation });
  const services = { db, auth, adminEmail };
  const entrance = await signIn(services, new Request(siteUrl), { email, password });
  return typeof entrance === "string" ? entrance : entrance.landing;
}

const stored = () =>
  db
    .select({ user, profile: profiles })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.email, email));

describe("signing up", () => {
  it("makes a confirmed account with its profile, and one can sign in", async () => {
    const fields = { contactName: "Pat Sample", phone: "604-555-0101", notes: "Back door" };
    expect(await filled({ ...fields, email: " Chef@Example.com " })).toBe("created");
    const [made] = await stored();
    expect(made?.user).toMatchObject({ email, name: "Pat Sample", emailVerified: true });
    expect(made?.profile).toMatchObject({
      ...fields,
      companyName: "Sample Bistro",
      address: "",
      isAdmin: false,
    });
    expect(await entering("long enough")).toBe("/dashboard");
    expect(await entering("not that one")).toBe("wrong-credentials");
    expect(await takeMails(db)).toEqual([]);
  });

  it("takes no field that makes an administrator", async () => {
    await filled({ is_admin: "true", isAdmin: "true", role: "admin", id: crypto.randomUUID() });
    const [made] = await stored();
    expect(made?.profile).toMatchObject({ isAdmin: false, id: made?.user.id });
  });

  it("does not touch the account that an address has", async () => {
    await filled({});
    const before = await stored();
    expect(await filled({ companyName: "Other", password: "another one" })).toBe("taken");
    expect(await stored()).toEqual(before);
    expect(await entering("long enough")).toBe("/dashboard");
  });

  it("makes one account of two requests at once", async () => {
    const outcomes = await Promise.all([filled({}), filled({ companyName: "Other" })]);
    expect(outcomes.sort()).toEqual(["created", "taken"]);
    expect(await stored()).toHaveLength(1);
    expect(await db.select().from(account)).toHaveLength(1);
  });

  it("cannot claim the designated address, even while it has no account", async () => {
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

describe("signing up where addresses are confirmed", () => {
  it("opens the account with the mailed link, once", async () => {
    expect(await filled({}, true)).toBe("confirm");
    expect(await entering("long enough", true)).toBe("unconfirmed");
    expect(await entering("not that one", true)).toBe("wrong-credentials");

    const [mail] = await takeMails(db);
    expect(mail).toMatchObject({ recipient: email, subject: expect.stringContaining("Confirm") });
    const token = tokenIn(mail?.link);
    expect(await canConfirmEmail(db, token)).toBe(true);
    const [made] = await stored();
    expect(await confirmEmail(db, token)).toBe(made?.user.id);
    expect(await entering("long enough", true)).toBe("/dashboard");

    expect(await canConfirmEmail(db, token)).toBe(false);
    expect(await confirmEmail(db, token)).toBeNull();
  });

  it("answers the same for an address that has an account, and tells only its owner", async () => {
    await filled({});
    expect(await filled({ password: "another one" }, true)).toBe("confirm");
    const mails = await takeMails(db);
    expect(mails).toMatchObject([
      { recipient: email, subject: expect.stringContaining("already"), link: `${siteUrl}/login` },
    ]);
    expect(await entering("another one", true)).toBe("wrong-credentials");
    expect(await entering("long enough", true)).toBe("/dashboard");
  });

  it("leaves nobody who signed up before with a password to the account", async () => {
    await filled({ password: "the intruder's", companyName: "Intruder" }, true);
    const [intruders] = await takeMails(db);
    await filled({ password: "the owner's own" }, true);
    const [owners] = await takeMails(db);

    await confirmEmail(db, tokenIn(owners?.link));
    expect(await entering("the intruder's", true)).toBe("wrong-credentials");
    expect(await entering("the owner's own", true)).toBe("/dashboard");
    expect((await stored())[0]?.profile?.companyName).toBe("Sample Bistro");
    expect(await confirmEmail(db, tokenIn(intruders?.link))).toBeNull();
    expect(await entering("the owner's own", true)).toBe("/dashboard");
  });

  it("mails another link to whoever signs in without having confirmed", async () => {
    await filled({}, true);
    await takeMails(db);
    await mailConfirmationAgain(db, email, siteUrl);
    const [again] = await takeMails(db);
    expect(await confirmEmail(db, tokenIn(again?.link))).not.toBeNull();
    expect(await entering("long enough", true)).toBe("/dashboard");

    await mailConfirmationAgain(db, email, siteUrl);
    await mailConfirmationAgain(db, "nobody@example.com", siteUrl);
    expect(await takeMails(db)).toEqual([]);
  });

  it("keeps no link that could be read in the database", async () => {
    await filled({}, true);
    const [mail] = await takeMails(db);
    const { rows } = await db.execute("select identifier, value from verifications");
    expect(JSON.stringify(rows)).not.toContain(tokenIn(mail?.link));
  });
});
