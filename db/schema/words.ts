import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, filled, instant } from "./columns.ts";

/** A page's texts as a member of staff previewed them, for them only; not saved yet. */
export const wordDrafts = pgTable(
  "word_drafts",
  {
    page: text("page").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    value: jsonb("value").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.page, t.userId] }),
    check("word_drafts_page_form", filled(t.page, 60)),
    check("word_drafts_size", sql`octet_length(${t.value}::text) <= 262144`),
  ],
);

/** Claims of the shop that somebody has confirmed (content/claims.ts). */
export const claimTicks = pgTable(
  "claim_ticks",
  {
    claim: text("claim").primaryKey(),
    /** SHA-256 of the confirmed words: once they change, the claim is open again. */
    wordsDigest: text("words_digest").notNull(),
    note: text("note").notNull(),
    confirmedBy: text("confirmed_by").notNull(),
    confirmedAt: instant("confirmed_at").notNull().defaultNow(),
  },
  (t) => [
    check("claim_ticks_claim_form", filled(t.claim, 60)),
    check("claim_ticks_words_digest_form", sql`${t.wordsDigest} ~ '^[0-9a-f]{64}$'`),
    check("claim_ticks_note_length", atMost(t.note, 500)),
    check("claim_ticks_confirmed_by_form", filled(t.confirmedBy, 320)),
  ],
);
