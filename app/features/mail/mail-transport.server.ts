import type { SendMailOptions } from "nodemailer";
import { site } from "#app/content/site.ts";
import type { mailOutbox } from "#db/schema/mail-outbox.ts";

/** A mail as it lies in the outbox. */
export type QueuedMail = typeof mailOutbox.$inferSelect;

/** A way for mails to leave the shop. */
export interface MailTransport {
  /** How many loops take mails from the queue, and how many at a time each of them takes. */
  workers: number;
  batch: number;
  /**
   * Hands a mail over. It has left when the promise resolves, and may have left when it rejects.
   * Gives up when the signal says so.
   */
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>;
}

/**
 * A queued mail as nodemailer takes it. The same row always gives the same Message-ID and date, so
 * that a mail which had to be sent twice is seen to be one.
 */
export function messageOf(mail: QueuedMail): SendMailOptions {
  return {
    // Objects, since a plain string is parsed and might turn out to be several addresses.
    from: { name: site.name, address: site.email },
    to: { name: "", address: mail.recipient },
    ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
    messageId: `<${mail.id}@${site.email.slice(site.email.lastIndexOf("@") + 1)}>`,
    date: mail.createdAt,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    textEncoding: "quoted-printable",
    // Keeps machines from answering machines (RFC 3834, section 5).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
