import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "#db/postgres.ts";
import { images } from "#db/schema/images.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { byMoment } from "./rotation.ts";

/** In bytes, kept free on the disk for the shop's own database. */
const reserve = 100 * 1_000_000;

/** Returns the newest complete backup of a folder with a matching name, and its manifest. */
export async function newestIn(folder: string, isOne: (name: string) => boolean) {
  const names = (await readdir(folder)).filter(isOne).sort(byMoment).reverse();
  for (const name of names) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest) return { name, folder: join(folder, name), manifest };
  }
  return undefined;
}

/** Fails before the disk is full, since the shop may be on the same one. */
export async function expectRoom(
  { client, db }: Session,
  folder: string,
  previous?: Manifest,
): Promise<void> {
  const files = Object.entries(previous?.files ?? {});
  const known = new Set(files.map(([, { sha256 }]) => sha256));
  const size = await client.query("select pg_database_size(current_database())::text as bytes");
  const tables = files.filter(([name]) => !name.startsWith("photos/"));
  // Tables as compressed text are smaller than the database.
  let bytes = previous
    ? tables.reduce((sum, [, file]) => sum + file.bytes * 1.25, 0)
    : Number(size.rows[0].bytes);
  for (const image of await db
    .select({ digest: images.digest, bytes: images.bytes })
    .from(images)) {
    if (!known.has(image.digest)) bytes += image.bytes;
  }
  await expectFree(folder, bytes);
}

/** Fails with a sentence if this many bytes would fill a folder's disk. */
export async function expectFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + reserve) return;
  throw new Error(
    `There is not enough room on the disk of ${folder}: ${megabytes(free)} are free, and a backup needs ${megabytes(bytes + reserve)}.`,
  );
}

/** Returns the total size of a backup's files. */
export const sizeOf = ({ files }: Manifest): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
