import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { filled, instant } from "./columns.ts";

/**
 * Mails to send, each written in the transaction of what it tells. A sender takes those that are
 * due, delivers each at least once, and sets `sentAt` or a later `nextAttemptAt`. What a sent mail
 * said is emptied.
 */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recipient: text("recipient").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html"),
    createdAt: instant("created_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
    lastError: text("last_error"),
  },
  (t) => [
    // No line break in what becomes a header: that is how a header is smuggled in.
    check("mail_outbox_recipient_form", sql`${t.recipient} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("mail_outbox_reply_to_form", sql`${t.replyTo} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("mail_outbox_subject_form", filled(t.subject, 500)),
    check("mail_outbox_subject_one_line", sql`${t.subject} !~ '[\\r\\n]'`),
    check("mail_outbox_attempts_not_negative", sql`${t.attempts} >= 0`),
    index("mail_outbox_due").on(t.nextAttemptAt).where(sql`sent_at is null`),
  ],
);
