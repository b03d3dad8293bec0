import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** Returns the files of delivered emails by the email's id. */
export async function mailFiles(dataDir: string): Promise<Map<string, string>> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(".eml"));
  // `<created>-<id>.eml`; an id has 36 characters.
  return new Map(files.map((name) => [name.slice(-40, -4), join(folder, name)]));
}

/** True if the email's file exists with its subject and text. */
export async function wholeMail(file: string | undefined, subject: string): Promise<boolean> {
  if (!file) return false;
  const mail = await PostalMime.parse(await readFile(file));
  return (
    mail.subject === subject && Boolean(mail.text?.trim()) && /<\/html>\s*$/.test(mail.html ?? "")
  );
}
