import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

/** Neither absolute nor upwards: a backup writes nowhere but into its own folder. */
const path = z
  .string()
  .regex(/^(db|photos|outbox|auth-secret)(\/|$)/)
  .refine((it) => it.split("/").every((part) => part !== "" && part !== "." && part !== ".."));

const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string(),
  /** How many rows each table has. */
  tables: z.record(z.string(), z.number()),
  folders: z.array(path),
  files: z.record(path, z.object({ bytes: z.number(), sha256: z.string() })),
});

/** What a backup consists of. */
export type Manifest = z.infer<typeof manifest>;

/** Written last: a folder without it is no backup. */
export const manifestFile = "manifest.json";

/**
 * Reads a backup's manifest, and every file that it names.
 *
 * @throws Error with one line that says what is wrong
 */
export async function verifiedManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, manifestFile), "utf8").catch(() => {
    throw new Error(`${backup} is no backup: it has no ${manifestFile}.`);
  });
  const read = readManifest(text);
  if (!read) throw new Error(`${backup} is no backup: its ${manifestFile} cannot be read.`);
  for (const [file, { bytes, sha256 }] of Object.entries(read.files)) {
    const is = await digestOf(join(backup, file)).catch(() => undefined);
    if (is?.bytes !== bytes || is.sha256 !== sha256) {
      throw new Error(`${backup} is damaged: ${file} is not as it was. Nothing was restored.`);
    }
  }
  return read;
}

function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The size of a file and its SHA-256 in hexadecimal. */
export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  });
  return { bytes, sha256: hash.digest("hex") };
}
