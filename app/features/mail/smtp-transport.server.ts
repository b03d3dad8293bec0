import { createTransport } from "nodemailer";
import { type MailTransport, messageOf } from "./mail-transport.server.ts";

/**
 * Sends mails through an SMTP server, `smtp://user:password@host:587` or `smtps://…:465`. Uses
 * encryption wherever the server offers it. Opens a connection per mail, since a shop sends few.
 */
export function smtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  });
  return {
    // One at a time, so that a slow server delays one mail rather than a whole batch.
    workers: 5,
    batch: 1,
    async deliver(mail, signal) {
      await smtp.sendMail({ ...messageOf(mail), signal });
    },
  };
}
