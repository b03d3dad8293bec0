import { createHash } from "node:crypto";
import { and, count, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { type Claim, type ClaimFacts, type ClaimPlace, claims } from "#app/content/claims.ts";
import { fillIn, type Shop } from "#app/content/company.ts";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { pickupsOf } from "#app/domain/delivery/rules.ts";
import { servedZones } from "#app/domain/delivery/weekly-days.ts";
import {
  companySettings,
  documentSettings,
  documentWordsFor,
} from "#app/domain/settings/company-settings.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { claimTicks } from "#db/schema/words.ts";
import { filledWords } from "./page-words.server.ts";
import { wordsPageOf } from "./pages.server.ts";

export const claimsSubject = { entity: "setting", entityId: "claims" } as const;

/** The sources of the shop's texts. */
export interface ShopWords {
  settings: { get<Value extends object>(group: SettingsGroup<Value>): Value };
  shop: Pick<Shop, "company" | "documents" | "etransferEmail">;
}

interface ListedClaim extends Claim {
  /** Current text of each place; null for places in the program. */
  words: { place: ClaimPlace; text: string | null }[];
  /** Digest of those texts, which is what gets confirmed. */
  digest: string;
  /**
   * `changed` if the words differ from the confirmed ones; `withdrawn` if nobody has confirmed them
   * and either none of the original sentences or none of its products is left, so that the shop
   * doesn't claim it.
   */
  state: "open" | "changed" | "confirmed" | "withdrawn";
  facts: SetUpFact[];
  /** The latest confirmation, even if the words have changed since. */
  tick: { by: string; at: Date; note: string } | null;
}

/** Returns all claims in order, with their confirmations. For administrators. */
export async function listClaims(
  db: Database,
  admin: Admin,
  words: ShopWords,
): Promise<ListedClaim[]> {
  const ticks = new Map((await db.select().from(claimTicks)).map((tick) => [tick.claim, tick]));
  const originals = originalWords(words);
  const hasOpening = await hasOpeningWeights(db);
  const facts = await setUpFacts(db, admin);
  return claims.map((claim) => {
    const { texts, digest } = wordsOfClaim(claim, words);
    const tick = ticks.get(claim.id);
    const toConfirm = tick ? "changed" : "open";
    return {
      ...claim,
      words: texts,
      facts: (claim.beside ?? []).flatMap((of) => facts[of]),
      digest,
      state:
        tick?.wordsDigest === digest
          ? "confirmed"
          : (claim.isOfOpeningCatalogue && !hasOpening) || isRewritten(claim, words, originals)
            ? "withdrawn"
            : toConfirm,
      tick: tick ? { by: tick.confirmedBy, at: tick.confirmedAt, note: tick.note } : null,
    };
  });
}

/** True if a product still has the opening catalogue's weight of a piece. */
async function hasOpeningWeights(db: Database): Promise<boolean> {
  const weights = new Map(catalogue.map(({ slug, typicalPieceLb }) => [slug, typicalPieceLb]));
  const found = await db
    .select({ slug: products.slug, typicalPieceLb: products.typicalPieceLb })
    .from(products)
    .where(and(isNotNull(products.typicalPieceLb), inArray(products.slug, [...weights.keys()])));
  return found.some(({ slug, typicalPieceLb }) => typicalPieceLb === weights.get(slug));
}

/** Counts the shop's claims, and those whose current words aren't confirmed. */
export async function claimsToConfirm(
  db: Database,
  admin: Admin,
  words: ShopWords,
): Promise<{ open: number; total: number }> {
  const made = (await listClaims(db, admin, words)).filter(({ state }) => state !== "withdrawn");
  return { open: made.filter(({ state }) => state !== "confirmed").length, total: made.length };
}

const refusals = {
  invalid: "There is no such claim. Reload the page.",
  changed: "The words were changed after this page was loaded. Read them again, then confirm.",
  confirmed: "Someone else has confirmed this claim meanwhile.",
};

const refusal = (why: keyof typeof refusals) => new Refusal(why, refusals[why]);

interface ReadClaim {
  id: string;
  digest: string;
  note: string;
}

/**
 * Confirms claims with their current words, all or none, and logs each. For administrators. @throws
 * Refusal for an unknown claim, for words other than those shown, or if already confirmed
 */
export async function confirmClaims(
  db: Database,
  admin: Admin,
  words: ShopWords,
  read: readonly ReadClaim[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const claim of read) await confirmClaim(tx, admin, words, claim);
  });
}

async function confirmClaim(
  tx: Transaction,
  admin: Admin,
  words: ShopWords,
  { id, digest, note }: ReadClaim,
): Promise<void> {
  const claim = claims.find((claim) => claim.id === id);
  if (!claim) throw refusal("invalid");
  if (wordsOfClaim(claim, words).digest !== digest) throw refusal("changed");
  const ticked = { wordsDigest: digest, note, confirmedBy: admin.email };
  const written = await tx
    .insert(claimTicks)
    .values({ claim: id, ...ticked })
    .onConflictDoUpdate({
      target: claimTicks.claim,
      set: { ...ticked, confirmedAt: sql`now()` },
      setWhere: ne(claimTicks.wordsDigest, digest),
    })
    .returning({ claim: claimTicks.claim });
  if (written.length === 0) throw refusal("confirmed");
  await recordAudit(tx, admin, {
    ...claimsSubject,
    action: "claim confirmed",
    after: { claim: claim.claim, ...(note && { note }) },
  });
}

/** Reopens a claim and logs it; does nothing if open. For administrators. @throws Refusal */
export async function reopenClaim(db: Database, admin: Admin, id: string): Promise<void> {
  const claim = claims.find((claim) => claim.id === id);
  if (!claim) throw refusal("invalid");
  await db.transaction(async (tx) => {
    const opened = await tx
      .delete(claimTicks)
      .where(and(eq(claimTicks.claim, id)))
      .returning();
    if (opened.length === 0) return;
    await recordAudit(tx, admin, {
      ...claimsSubject,
      action: "claim opened again",
      after: { claim: claim.claim },
    });
  });
}

function wordsOfClaim({ claim, where }: Claim, words: ShopWords) {
  const texts = where.map((place) => ({ place, text: textAt(place, words) }));
  const content = JSON.stringify([claim, texts.map(({ text }) => text)]);
  return { texts, digest: createHash("sha256").update(content).digest("hex") };
}

/** Returns the shop's words as if its owner had rewritten nothing. */
function originalWords({ shop }: ShopWords): ShopWords {
  const { tagline, blurb } = companySettings.defaults;
  const { company } = shop;
  return {
    settings: { get: ({ defaults }) => defaults },
    shop: {
      ...shop,
      company: { ...company, tagline: fillIn(tagline, company), blurb: fillIn(blurb, company) },
      documents: documentWordsFor(documentSettings.defaults, shop),
    },
  };
}

/** True if none of the sentences that made the claim is left. */
function isRewritten({ where, isOfAnyWords }: Claim, words: ShopWords, originals: ShopWords) {
  if (isOfAnyWords) return false;
  return where.every((place) => {
    const original = sentencesOf(textAt(place, originals));
    const now = new Set(sentencesOf(textAt(place, words)));
    return original.length > 0 && !original.some((sentence) => now.has(sentence));
  });
}

/** Splits a text into sentences for comparison; skips headings and questions. */
function sentencesOf(text: string | null): string[] {
  const found = text?.split(/\n|(?<=[.?!])\s/) ?? [];
  return found
    .filter((sentence) => sentence.trimEnd().endsWith("."))
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}%]+/gu, " ")
        .trim(),
    );
}

/** Returns the text at a place; null if it is in the program. */
function textAt(place: ClaimPlace, { settings, shop }: ShopWords): string | null {
  if ("program" in place) return null;
  if ("company" in place) return shop.company[place.company];
  if ("documents" in place) return inWords(shop.documents[place.documents]);
  const page = wordsPageOf(place.page);
  if (!page) throw new Error(`A claim stands on no page: ${place.page}`);
  const value = filledWords(page, settings.get(page), shop.company);
  return inWords(place.path ? partAt(value, place.path.split(".")) : value);
}

/** Returns a part of a value by property names; entries are named by their anchors. */
function partAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || value === undefined) return value;
  const part = Array.isArray(value)
    ? value.find((entry: { id?: string }) => entry.id === name)
    : (value as Record<string, unknown>)[name];
  return partAt(part, rest);
}

/** Returns all texts of a part, one per line, without anchors and addresses. */
function inWords(part: unknown): string {
  if (part === undefined || part === null) return "";
  if (Array.isArray(part)) return part.map(inWords).filter(Boolean).join("\n");
  if (typeof part !== "object") return String(part);
  const texts = Object.entries(part).filter(([name]) => name !== "id" && name !== "more");
  return texts
    .map(([, text]) => inWords(text))
    .filter(Boolean)
    .join("\n");
}

interface SetUpFact {
  text: string;
  /** True if it contradicts the original words. */
  differs: boolean;
}

const friday = 5;

/** Returns what zones, pickup places and labels say, to compare with claims. For administrators. */
async function setUpFacts(db: Database, _admin: Admin): Promise<Record<ClaimFacts, SetUpFact[]>> {
  const rules = await readDeliveryRules(db);
  const kept = await db
    .select({ storage: products.storage, products: count() })
    .from(products)
    .where(eq(products.isActive, true))
    .groupBy(products.storage);
  return {
    zones: zoneFacts(rules),
    pickups: pickupFacts(rules),
    labels: labelFacts(new Map(kept.map(({ storage, products }) => [storage, products]))),
  };
}

type Rules = Awaited<ReturnType<typeof readDeliveryRules>>;

/** Returns where orders are delivered: zones are parts of the province, never all of it. */
function zoneFacts(rules: Rules): SetUpFact[] {
  const zones = rules.zones.filter(({ kind, days }) => kind === "delivery" && days.length > 0);
  if (zones.length === 0) return [{ text: "No delivery zone is set up.", differs: false }];
  return servedZones({ ...rules, zones }).map(({ name, about, days }, place) => ({
    text: `${name} (${about}): ${days.join("; ")}`,
    differs: zones[place]?.days.some(({ weekday }) => weekday > friday) ?? false,
  }));
}

function pickupFacts(rules: Rules): SetUpFact[] {
  const pickups = pickupsOf(rules);
  if (pickups.length === 0) return [{ text: "No place to pick up is set up.", differs: false }];
  return pickups.map(({ name, wholesaleOnly }) => ({
    text: `${name}: ${wholesaleOnly ? "wholesale clients only" : "open to everyone"}`,
    differs: !wholesaleOnly,
  }));
}

function labelFacts(kept: ReadonlyMap<string, number>): SetUpFact[] {
  const said = (storage: string, words: string, differs: boolean): SetUpFact[] => {
    const found = kept.get(storage) ?? 0;
    const things = found === 1 ? "product is" : "products are";
    return found === 0 ? [] : [{ text: `${found} ${things} labelled “${words}”.`, differs }];
  };
  return [
    ...said("refrigerated", "Keep refrigerated", true),
    ...said("frozen", "Keep frozen", false),
  ];
}
