import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Shop } from "#app/content/company.ts";
import { removeLeftovers } from "#app/lib/leftovers.ts";
import type { Log } from "#db/database.ts";
import {
  type LogoReader,
  type MailTransport,
  messageOf,
  noLogo,
  type QueuedMail,
} from "./mail-transport.server.ts";

/**
 * Writes emails to files named `<created>-<id>.eml`, which any mail program opens, instead of
 * sending them, and logs the names. For shops without an SMTP server, such as trial installations.
 */
export function folderTransport(
  folder: string,
  shop: Pick<Shop, "mailSender">,
  log: Log,
  readLogo: LogoReader = noLogo,
): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    workers: 1,
    batch: 50,
    reachesNobody: true,
    async deliver(mail) {
      const { message } = await composer.sendMail(await messageOf(mail, shop.mailSender, readLogo));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileName(mail);
      // Atomic, so that nobody opens a partial email, and readable only by the owner, as an email
      // may contain a link that gives access to an account.
      const unfinished = join(folder, `${file}.part`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, file));
      log.info({ mailId: mail.id, file }, "wrote a mail to the outbox folder");
      return file;
    },
  };
}

/**
 * Removes half-written emails of killed processes: they may contain links that give access to
 * accounts, and have been written again since. Returns their names.
 *
 * @param before only removes files last touched earlier
 */
export function sweepOutbox(folder: string, before: Date): Promise<string[]> {
  return removeLeftovers(folder, (name) => name.endsWith(".part"), before);
}

function fileName({ id, createdAt }: QueuedMail): string {
  return `${createdAt.toISOString().replaceAll(":", "-")}-${id}.eml`;
}
