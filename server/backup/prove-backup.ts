import pg from "pg";
import { openSession, type Session } from "#db/postgres.ts";
import type { RunningDatabase } from "./make-backup.ts";
import { verifiedManifest } from "./manifest.ts";
import { differences, loadTables } from "./tables.ts";

/** Thrown if a test restore is impossible; the message says why. */
export class CannotProveError extends Error {
  override name = "CannotProveError";
}

/**
 * Restores a backup of this version into a temporary database on the shop's server, and compares it
 * row by row. The shop is not touched, and the database is always dropped.
 *
 * @param name of the temporary database; the caller has recorded it, and drops it after a kill
 * @throws CannotProveError if the role may not create databases; Error with one line that says what
 *   is wrong with the backup
 */
export async function proveBackup(
  backup: string,
  { url, superuserUrl }: RunningDatabase,
  name: string,
): Promise<void> {
  const manifest = await verifiedManifest(backup);
  const server = await openSession(superuserUrl ?? url);
  try {
    await create(server, name, superuserUrl ? new URL(url).username : undefined);
    const there = await openSession(urlOfDatabase(url, name));
    try {
      await loadTables(
        there,
        backup,
        manifest,
        () => undefined,
        async () => undefined,
      );
      const different = await differences(there, backup, manifest);
      if (different.length > 0) {
        throw new Error(`${backup} was restored and differs: ${different.join(", ")}.`);
      }
    } finally {
      await there.close();
      await dropTemporary(server, name);
    }
  } finally {
    await server.close();
  }
}

async function create({ client }: Session, name: string, owner?: string): Promise<void> {
  const { rows } = await client.query(
    "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user",
  );
  if (!rows[0]?.may) {
    throw new CannotProveError(
      "The role in DATABASE_URL may not create databases. Give it CREATEDB, or restore a backup by hand now and then.",
    );
  }
  const to = owner ? `owner ${pg.escapeIdentifier(owner)}` : "";
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8' ${to}`,
  );
}

/** Drops a temporary database, ending its connections; does nothing if there is none. */
export async function dropTemporary({ client }: Session, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
