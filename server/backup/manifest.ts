import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { carrier } from "#db/baseline.ts";
import { digestOf } from "./files.ts";

/** Neither absolute nor with "..": a backup only writes to its own folder. */
const path = z
  .string()
  .regex(/^(tables|photos|outbox|auth-secret)(\/|$)/)
  .refine((it) => it.split("/").every((part) => part !== "" && part !== "." && part !== ".."));

const measured = z.object({ bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const manifest = z.object({
  format: z.literal(2),
  takenAt: z.iso.datetime(),
  /** The database's last migration, which defines the shape of its tables. */
  migration: z.string(),
  /** In `tables/<name>.copy.gz`, in COPY's text format. */
  tables: z.record(
    z.string().regex(/^\w+$/),
    z.object({ columns: z.array(z.string()), rows: z.number() }),
  ),
  /** The last value of each sequence; unused ones are omitted. */
  sequences: z.record(z.string(), z.string()),
  /** `parts`: for a table, each its own gzip member; unchanged ones are not uploaded again. */
  files: z.record(path, measured.extend({ parts: z.array(measured).optional() })),
});

export type Manifest = z.infer<typeof manifest>;

/** Written last: a folder without it is not a backup. */
export const manifestFile = "manifest.json";

export const tableFile = (table: string) => `tables/${table}.copy.gz`;

/**
 * Reads a backup's manifest and verifies every file it lists.
 *
 * @throws Error with one line that says what is wrong
 */
export async function verifiedManifest(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  for (const [file, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const is = await digestOf(join(backup, file)).catch(() => undefined);
    if (is?.bytes !== bytes || is.sha256 !== sha256) {
      throw new Error(`${backup} is damaged: ${file} is not as it was. Nothing was restored.`);
    }
  }
  return manifest;
}

/**
 * Reads a backup's manifest without verifying its files.
 *
 * @throws Error with one line that says what is wrong
 */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, manifestFile), "utf8").catch(() => {
    throw new Error(`${backup} is not a backup: it has no ${manifestFile}.`);
  });
  return parseManifest(text, backup);
}

/**
 * Parses the text of a manifest.
 *
 * @param backup its name, for messages
 * @throws Error with one line that says what is wrong
 */
export function parseManifest(text: string, backup: string): Manifest {
  const content = parsed(text);
  const format = z.object({ format: z.number() }).safeParse(content).data?.format;
  if (format === 1) {
    throw new Error(
      `${backup} was made by the shop's first version: check out ${carrier}, ` +
        "copy it to a new DATA_DIR, and follow that version's README.",
    );
  }
  if (format !== undefined && format > 2) throw new Error(tooNew(backup));
  const { data } = manifest.safeParse(content);
  if (!data) throw new Error(`${backup} is not a backup: its ${manifestFile} cannot be read.`);
  for (const table of Object.keys(data.tables)) {
    if (!data.files[tableFile(table)]) {
      throw new Error(`${backup} is damaged: it does not have the table ${table}.`);
    }
  }
  return data;
}

export const tooOld = (backup: string) =>
  `${backup} was made by an earlier version of the shop. Restore it with ${carrier}, start the shop ` +
  "once, and back it up again.";

export const tooNew = (backup: string) =>
  `${backup} was made by a newer version of the shop. Restore it with that one.`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
