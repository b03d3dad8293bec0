import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claims } from "#app/content/claims.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";
import {
  openSettings,
  type Settings,
  saveSettings,
} from "#app/domain/settings/kept-settings.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { products } from "#db/schema/products.ts";
import { keptValues } from "#db/schema/system.ts";
import { claimTicks } from "#db/schema/words.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { claimsToConfirm, confirmClaims, listClaims, reopenClaim } from "./claims.server.ts";
import { dropDraft, filledWords, keepDraft, readDrafts } from "./page-words.server.ts";
import { wordsPages } from "./pages.server.ts";

let database: OpenDatabase;
let admin: Admin;
let settings: Settings;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(claimTicks);
  await database.db.delete(keptValues);
  settings = await openSettings(database.db, recordingLog().log);
});

const { faq } = wordsPages;

async function saveFaq(change: (words: typeof faq.defaults) => void) {
  const words = structuredClone(settings.get(faq));
  change(words);
  await saveSettings(database.db, admin, faq, words, settings.versionOf(faq));
  await settings.renew();
}

describe("the texts of a page", () => {
  it("are saved with an audit entry of the change, even within a long text", async () => {
    await saveFaq(({ questions: [first] }) => {
      if (first) first.answer = "From three farms near Abbotsford.";
    });
    expect(settings.get(faq).questions[0]?.answer).toBe("From three farms near Abbotsford.");
    const [entry] = await database.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, faq.key));
    expect(entry?.before).toEqual({ questions: expect.stringContaining("AAA-certified") });
    expect(entry?.after).toEqual({ questions: expect.stringContaining("three farms") });
  });

  it("have their placeholders filled in from the settings", () => {
    const { company } = shopFrom(settings.get, "https://shop.example");
    const { lede, description, questions } = filledWords(
      faq,
      { ...faq.defaults, description: "Call {phone} or {nobody}" },
      company,
    );
    expect(description).toBe(`Call ${company.phone.display} or {nobody}`);
    expect(questions).toEqual(faq.defaults.questions);
    expect(lede).toBe("Eight questions that we are asked every week.");
    const fewer = { ...faq.defaults, questions: faq.defaults.questions.slice(0, 7) };
    expect(filledWords(faq, fewer, company).lede).toMatch(/^Seven questions/);
  });

  it("have a separate draft for each staff member", async () => {
    const { db } = database;
    const other = await signedInAdmin(db);
    await keepDraft(db, admin, faq, { value: { lede: "First" }, version: 0 });
    await keepDraft(db, admin, faq, { value: { lede: "Mine" }, version: 2 });
    await keepDraft(db, other, faq, { value: { lede: "Theirs" }, version: 1 });
    expect([...(await readDrafts(db, admin))]).toEqual([
      ["words/faq", { value: { lede: "Mine" }, version: 2, updatedAt: expect.any(Date) }],
    ]);
    await dropDraft(db, admin, faq);
    expect((await readDrafts(db, admin)).size).toBe(0);
    expect((await readDrafts(db, other)).size).toBe(1);
  });
});

describe("the claims", () => {
  const words = () => ({ settings, shop: shopFrom(settings.get, "https://shop.example") });
  const list = () => listClaims(database.db, admin, words());
  async function claimOf(id: string) {
    const claim = (await list()).find((claim) => claim.id === id);
    if (!claim) throw new Error(`There is no claim ${id}`);
    return claim;
  }
  const tick = async (id: string, note = "") =>
    confirmClaims(database.db, admin, words(), [{ id, note, digest: (await claimOf(id)).digest }]);

  it("are found in the texts that they name", async () => {
    const listed = await list();
    expect(new Set(listed.map(({ id }) => id)).size).toBe(claims.length);
    for (const { id, words } of listed) {
      for (const { place, text } of words) {
        // There is no tax number until one is set.
        const isEmpty =
          "program" in place || ("documents" in place && place.documents === "taxNumber");
        if (!isEmpty) expect(text, `${id}: ${JSON.stringify(place)}`).toMatch(/\w/);
      }
    }
    const [{ text } = { text: "" }] = (await claimOf("top-2-percent")).words;
    expect(text).toBe("What does AAA mean?\nAAA is the top 2% of beef, graded for its marbling.");
  });

  it("are shown beside the settings of zones and labels, with differences", async () => {
    const { db } = database;
    const factsOf = async (id: string) => (await claimOf(id)).facts;
    expect(await factsOf("processing-days")).toEqual([
      { text: "No delivery zone is set up.", differs: false },
    ]);
    const hours = { cutOffTime: "14:00", windowFrom: "08:00", windowTo: "15:00" };
    await insertServedZone(db, { name: "Valley", prefixes: ["V3G"], weekdays: [6], day: hours });
    const pickup = { kind: "pickup" as const, place: "100 Sample Road", weekdays: [5], day: hours };
    await insertServedZone(db, { ...pickup, name: "Counter" });
    const frozen = await insertProduct(db, { storage: "frozen" });
    const fresh = await insertProduct(db, {});
    expect(await factsOf("processing-days")).toEqual([
      { text: expect.stringMatching(/^Valley \(Postal codes V3G\): Saturdays, /), differs: true },
    ]);
    expect(await factsOf("pickup-for-wholesale")).toEqual([
      { text: "Counter: open to everyone", differs: true },
    ]);
    expect(await factsOf("packed-frozen")).toEqual([
      { text: "1 product is labelled “Keep refrigerated”.", differs: true },
      { text: "1 product is labelled “Keep frozen”.", differs: false },
    ]);
    expect(await factsOf("top-2-percent")).toEqual([]);
    await db.delete(products).where(inArray(products.id, [frozen.id, fresh.id]));
  });

  it("are confirmed by name and date, and can be reopened", async () => {
    // Without products, the claim about their weights isn't made.
    const total = claims.length - 1;
    expect(await claimsToConfirm(database.db, admin, words())).toEqual({ open: total, total });
    await tick("top-2-percent", "Asked the packer");
    expect(await claimOf("top-2-percent")).toMatchObject({
      state: "confirmed",
      tick: { by: admin.email, at: expect.any(Date), note: "Asked the packer" },
    });
    expect(await claimsToConfirm(database.db, admin, words())).toEqual({ open: total - 1, total });
    await reopenClaim(database.db, admin, "top-2-percent");
    await reopenClaim(database.db, admin, "top-2-percent");
    expect(await claimOf("top-2-percent")).toMatchObject({ state: "open", tick: null });
    const actions = await database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, "claims"));
    expect(actions.map(({ action }) => action)).toEqual(["claim confirmed", "claim opened again"]);
  });

  it("of the opening catalogue stand while a product has one of its weights", async () => {
    expect(await claimOf("piece-weights")).toMatchObject({ state: "withdrawn" });
    const product = await insertProduct(database.db, {
      slug: "chuck-blade-roast",
      soldBy: "piece",
      typicalPieceLb: "3.50",
    });
    expect(await claimOf("piece-weights")).toMatchObject({ state: "open" });
    const ofIt = eq(products.id, product.id);
    await database.db.update(products).set({ typicalPieceLb: "4.10" }).where(ofIt);
    expect(await claimOf("piece-weights")).toMatchObject({ state: "withdrawn" });
    await database.db.delete(products).where(ofIt);
  });

  it("are to be confirmed again once their texts change", async () => {
    await tick("top-2-percent");
    await tick("certified-farms");
    await saveFaq(({ questions }) => {
      for (const question of questions) {
        if (question.id === "grade") question.answer += " Ask us what that means.";
      }
      questions.reverse();
    });
    expect(await claimOf("top-2-percent")).toMatchObject({ state: "changed" });
    expect(await claimOf("certified-farms")).toMatchObject({ state: "confirmed" });
    await tick("top-2-percent");
    expect(await claimOf("top-2-percent")).toMatchObject({ state: "confirmed" });
    await saveFaq((words) => {
      words.questions = words.questions.filter(({ id }) => id !== "source");
    });
    expect(await claimOf("certified-farms")).toMatchObject({ state: "withdrawn" });
  });

  it("are withdrawn once their texts are gone, until those return", async () => {
    const total = claims.length - 1;
    const answer = (text: string) =>
      saveFaq(({ questions }) => {
        for (const question of questions) if (question.id === "grade") question.answer = text;
      });
    const original = faq.defaults.questions.find(({ id }) => id === "grade")?.answer ?? "";
    await answer("Canada AAA is one of the higher grades.");
    expect(await claimOf("top-2-percent")).toMatchObject({ state: "withdrawn" });
    expect(await claimsToConfirm(database.db, admin, words())).toEqual({
      open: total - 1,
      total: total - 1,
    });
    await answer(`In short: ${original.slice(0, 2)}. ${original.toUpperCase()}`);
    expect(await claimOf("top-2-percent")).toMatchObject({ state: "open" });
    // One of its places is unchanged, and a claim of any words is never withdrawn by rewriting.
    await saveFaq(({ questions }) => {
      for (const question of questions) question.answer = "Mine.";
    });
    expect(await claimOf("bc-farms")).toMatchObject({ state: "open" });
    expect(await claimOf("privacy-and-terms")).toMatchObject({ state: "open" });
  });

  it("can be confirmed together, all or none", async () => {
    const several = async (...ids: string[]) =>
      confirmClaims(
        database.db,
        admin,
        words(),
        await Promise.all(
          ids.map(async (id) => ({ id, note: "", digest: (await claimOf(id)).digest })),
        ),
      );
    await several("top-2-percent", "freezer-months");
    expect(await claimOf("freezer-months")).toMatchObject({ state: "confirmed" });
    await expect(several("holidays", "top-2-percent")).rejects.toMatchObject({
      code: "confirmed",
    });
    expect(await claimOf("holidays")).toMatchObject({ state: "open" });
  });

  it("are confirmed once if two people do so concurrently, and only with the texts that they read", async () => {
    const { digest } = await claimOf("top-2-percent");
    const both = await Promise.allSettled([tick("top-2-percent"), tick("top-2-percent")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "confirmed" },
    });
    await saveFaq(({ questions }) => {
      for (const question of questions) question.answer = "Mine";
    });
    const late = { id: "top-2-percent", note: "", digest };
    await expect(confirmClaims(database.db, admin, words(), [late])).rejects.toMatchObject({
      code: "changed",
    });
    await expect(reopenClaim(database.db, admin, "é\0")).rejects.toMatchObject({
      code: "invalid",
    });
  });
});
