import { createTransport } from "nodemailer";
import { type MailTransport, messageOf } from "./mail-transport.server.ts";

/**
 * Mails leave through an SMTP server, `smtp://user:password@host:587` or `smtps://…:465`. The
 * connection is encrypted wherever the server offers it. Each mail has a connection of its own: a
 * shop sends few.
 */
export function smtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  });
  return {
    // Alone, so that a slow server holds up one mail and not a whole batch.
    workers: 5,
    batch: 1,
    async deliver(mail, signal) {
      await smtp.sendMail({ ...messageOf(mail), signal });
    },
  };
}
