import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** Returns the emails to an address, oldest first. They arrive late: use `expect.poll`. */
export async function mailsTo(dataDir: string, address: string) {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails
    .filter(({ to }) => to?.some((mailbox) => mailbox.address === address))
    .map(({ subject = "", text = "" }) => ({
      subject,
      text,
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? "",
    }));
}
