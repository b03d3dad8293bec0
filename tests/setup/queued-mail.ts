import { randomUUID } from "node:crypto";
import type { QueuedMail } from "#app/features/mail/due-mails.server.ts";

/** A mail as the outbox gives it to whoever sends it. */
export function queuedMail(overrides: Partial<QueuedMail> = {}): QueuedMail {
  return {
    id: randomUUID(),
    recipient: "chef@example.com",
    replyTo: null,
    subject: "Hello",
    text: "Hello.\n",
    html: "<p>Hello.</p>\n",
    createdAt: new Date("2026-03-08T17:00:00.000Z"),
    attempts: 1,
    nextAttemptAt: new Date("2026-03-08T17:01:00.000Z"),
    sentAt: null,
    lastError: null,
    ...overrides,
  };
}
