import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atMost, filled, instant } from "./columns.ts";

/**
 * Emails, written with their jobs in the transaction that they report. Each is either delivered, at
 * least once, which sets `sentAt` and clears the content, or given up, which sets `failedAt`.
 * Without a mail server it becomes a `file`, which reaches nobody.
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
    /** Where the recipient unsubscribes from this kind of mail with one click (RFC 8058). */
    unsubscribeUrl: text("unsubscribe_url"),
    /** The order that it is about. Not a foreign key, which would wait for the order's lock. */
    orderId: uuid("order_id"),
    /** The subject of the news, e.g. "order changed …": later news joins an email that waits. */
    topic: text("topic"),
    /** The news so far on the topic, for later news to join. */
    told: jsonb("told"),
    /** When it leaves; null for at once. */
    sendAfter: instant("send_after"),
    /** When it expires, e.g. with its link; null for never. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    /** When it was sent, or written to `file`. */
    sentAt: instant("sent_at"),
    /** The outbox file it was written to instead; null if a server accepted the email. */
    file: text("file"),
    failedAt: instant("failed_at"),
    lastError: text("last_error"),
  },
  (t) => [
    // No line breaks in header values: they would allow header injection.
    check("mail_outbox_recipient_form", sql`${t.recipient} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("mail_outbox_reply_to_form", sql`${t.replyTo} ~ '^[^@[:space:]]+@[^@[:space:]]+$'`),
    check("mail_outbox_subject_form", filled(t.subject, 500)),
    check("mail_outbox_subject_one_line", sql`${t.subject} !~ '[\\r\\n]'`),
    check(
      "mail_outbox_unsubscribe_url_form",
      sql`${t.unsubscribeUrl} ~ '^https?://[^[:space:]<>]+$'`,
    ),
    check("mail_outbox_attempts_not_negative", sql`${t.attempts} >= 0`),
    check("mail_outbox_sent_or_failed", sql`${t.sentAt} is null or ${t.failedAt} is null`),
    check("mail_outbox_file_is_done", sql`${t.file} is null or ${t.sentAt} is not null`),
    check("mail_outbox_topic_waits", sql`${t.topic} is null or ${t.sendAfter} is not null`),
    index("mail_outbox_waiting_topic")
      .on(t.topic)
      .where(sql`sent_at is null and topic is not null`),
    index("mail_outbox_unsent_of_order")
      .on(t.orderId)
      .where(sql`sent_at is null and order_id is not null`),
    index("mail_outbox_unsent").on(t.createdAt).where(sql`sent_at is null`),
  ],
);

/**
 * Text messages, written with their jobs in the transaction that they report, and sent at most
 * once: `triedAt` is stored before. Once sent or failed, number and text are cleared.
 */
export const textOutbox = pgTable(
  "text_outbox",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recipient: text("recipient"),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When it was about to be sent; null again if the provider did not accept it. */
    triedAt: instant("tried_at"),
    sentAt: instant("sent_at"),
    failedAt: instant("failed_at"),
    providerRef: text("provider_ref"),
    lastError: text("last_error"),
  },
  (t) => [
    check("text_outbox_recipient_form", sql`${t.recipient} ~ '^[+]1[0-9]{10}$'`),
    check("text_outbox_body_length", atMost(t.body, 480)),
    check("text_outbox_sent_or_failed", sql`${t.sentAt} is null or ${t.failedAt} is null`),
    check(
      "text_outbox_waits_whole",
      sql`${t.sentAt} is not null or ${t.failedAt} is not null or (${t.recipient} is not null and ${t.body} <> '')`,
    ),
    index("text_outbox_unsent").on(t.createdAt).where(sql`sent_at is null and failed_at is null`),
  ],
);
