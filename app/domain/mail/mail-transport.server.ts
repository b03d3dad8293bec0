import { createTransport, type SendMailOptions } from "nodemailer";
import type { MailSender, Shop } from "#app/content/company.ts";
import type { mailOutbox } from "#db/schema/mail-outbox.ts";
import { logoId, logoIn } from "./mail.ts";

export type QueuedMail = typeof mailOutbox.$inferSelect;

/** Reads the PNG logo for emails, by its digest; null if there is none. */
export type LogoReader = (digest: string) => Promise<Uint8Array | null>;

export interface MailTransport {
  /** Queue workers, and emails per batch for each. */
  workers: number;
  batch: number;
  /**
   * Sends an email, or writes it to a file. If it rejects, it may have been sent. Returns the name
   * of the file, which nobody gets; null if the email was sent.
   */
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<string | null>;
  /** True if it only writes files. */
  reachesNobody: boolean;
}

/**
 * Converts a queued email for nodemailer, with its logo. The same row always gives the same
 * Message-ID and date, so that duplicates are recognized.
 */
export async function messageOf(
  mail: QueuedMail,
  sender: MailSender,
  readLogo: LogoReader,
): Promise<SendMailOptions> {
  const digest = logoIn(mail.html);
  const logo = digest && (await readLogo(digest));
  const replyTo = mail.replyTo || sender.replyTo;
  return {
    // Nodemailer would parse a string, possibly into several addresses.
    from: { name: sender.name, address: sender.address },
    to: { name: "", address: mail.recipient },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    messageId: `<${mail.id}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`,
    date: mail.createdAt,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(logo && {
      attachments: [
        {
          cid: logoId(digest),
          content: Buffer.from(logo),
          filename: "logo.png",
          contentType: "image/png",
          contentDisposition: "inline" as const,
        },
      ],
    }),
    textEncoding: "quoted-printable",
    headers: {
      // Prevents automatic replies (RFC 3834, section 5).
      "Auto-Submitted": "auto-generated",
      ...(mail.unsubscribeUrl && {
        // Mail programs show it beside the sender (RFC 8058, section 3.1).
        "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** For a shop that stores no logos. */
export const noLogo: LogoReader = async () => null;

/**
 * Sends emails through an SMTP server, `smtp://user:password@host:587` or `smtps://…:465`. Uses
 * encryption if the server offers it. Opens a connection per email, as a shop sends few.
 */
export function smtpTransport(
  url: string,
  shop: Pick<Shop, "mailSender">,
  readLogo: LogoReader = noLogo,
): MailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    // Some servers scan an email before they accept it. RFC 5321 (4.5.3.2.6) asks for minutes:
    // giving up earlier sends it twice.
    socketTimeout: 300_000,
  });
  return {
    // One at a time, so that a slow server delays one email rather than a batch.
    workers: 8,
    batch: 1,
    reachesNobody: false,
    async deliver(mail, signal) {
      await smtp.sendMail({ ...(await messageOf(mail, shop.mailSender, readLogo)), signal });
      return null;
    },
  };
}

/** Writes emails to files while the condition holds, so that a sample business emails nobody. */
export function withheldWhile(
  isWithheld: () => boolean,
  files: MailTransport,
  transport: MailTransport,
): MailTransport {
  return {
    ...transport,
    deliver: (mail, signal) => (isWithheld() ? files : transport).deliver(mail, signal),
  };
}
