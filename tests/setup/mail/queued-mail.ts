import { randomUUID } from "node:crypto";
import type { QueuedMail } from "#app/domain/mail/mail-transport.server.ts";

/** Returns an email as taken from the outbox. */
export function queuedMail(overrides: Partial<QueuedMail> = {}): QueuedMail {
  return {
    id: randomUUID(),
    recipient: "chef@example.com",
    replyTo: null,
    unsubscribeUrl: null,
    orderId: null,
    topic: null,
    told: null,
    sendAfter: null,
    expiresAt: null,
    subject: "Hello",
    text: "Hello.\n",
    html: "<p>Hello.</p>\n",
    createdAt: new Date("2026-03-08T17:00:00.000Z"),
    attempts: 0,
    sentAt: null,
    file: null,
    failedAt: null,
    lastError: null,
    ...overrides,
  };
}
