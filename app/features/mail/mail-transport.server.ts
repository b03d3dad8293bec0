import type { SendMailOptions } from "nodemailer";
import { site } from "#app/content/site.ts";
import type { QueuedMail } from "./due-mails.server.ts";

/** A way for mails to leave the shop. */
export interface MailTransport {
  /** How many mails it carries at the same time. */
  atOnce: number;
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
