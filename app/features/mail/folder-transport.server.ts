import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { removeLeftovers } from "#app/lib/leftovers.ts";
import type { Log } from "#db/database.ts";
import { type MailTransport, messageOf, type QueuedMail } from "./mail-transport.server.ts";

/**
 * Mails do not leave: each becomes a file `<created>-<id>.eml` in the folder, which any mail program
 * opens, and a line in the log. For a shop without an SMTP server, such as one being tried out.
 */
export function folderTransport(folder: string, log: Log): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    workers: 1,
    batch: 50,
    async deliver(mail) {
      const { message } = await composer.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileName(mail);
      // In one step, so that nobody opens half a mail. Only for its owner: a mail may hold a link
      // that opens an account.
      const unfinished = join(folder, `${file}.part`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, file));
      log.info({ mailId: mail.id, file }, "wrote a mail to the outbox folder");
    },
  };
}

/**
 * Removes mails that a kill left half-written: they may hold links that open accounts, and the sender
 * has written each anew.
 *
 * @param before those that were last touched earlier
 * @returns the names of what was removed
 */
export function sweepOutbox(folder: string, before: Date): Promise<string[]> {
  return removeLeftovers(folder, (name) => name.endsWith(".part"), before);
}

function fileName({ id, createdAt }: QueuedMail): string {
  return `${createdAt.toISOString().replaceAll(":", "-")}-${id}.eml`;
}
