import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import pg from "pg";
import * as copyStreams from "pg-copy-streams";
import type { Database } from "#db/database.ts";
import { migrate, missingFrom } from "#db/migrate.ts";
import type { Session } from "#db/postgres.ts";
import { flush } from "./files.ts";
import { type Manifest, tableFile } from "./manifest.ts";
import { linesIn, packRows } from "./packed-rows.ts";

/** Progress of a table being read or written; `total` if it is known. */
export type OnRows = (table: string, rows: number, total?: number) => void;

type Tables = Pick<Manifest, "migration" | "tables" | "sequences" | "files">;

const quoted = pg.escapeIdentifier;

/** A table's rows as text, for the columns that take values. */
const copied = (table: string, columns: string[]) =>
  `${quoted(table)} (${columns.map(quoted).join(", ")})`;

/**
 * Writes all tables of the session's snapshot below a folder in COPY's text format, which every
 * later version can read. Expects a transaction whose statements all see the same snapshot.
 */
export async function dumpTables(
  { client, db }: Session,
  folder: string,
  onRows: OnRows,
): Promise<Tables> {
  const { rows: last } = await db.execute<{ name: string }>(
    sql`select name from schema_migrations order by name collate "C" desc limit 1`,
  );
  const tables: Tables["tables"] = {};
  const files: Tables["files"] = {};
  for (const { name, columns } of await tablesIn(db)) {
    const path = join(folder, tableFile(name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const packed = packRows((rows) => onRows(name, rows));
    await pipeline(
      client.query(copyStreams.to(`copy ${copied(name, columns)} to stdout`)),
      packed.pack,
      createWriteStream(path, { mode: 0o600 }),
    );
    await flush(path, 0o600);
    const { rows, file } = packed.done();
    tables[name] = { columns, rows };
    files[tableFile(name)] = file;
  }
  return { migration: last[0]?.name ?? "", tables, sequences: await sequencesIn(db), files };
}

/**
 * Restores a backup into an empty database in one transaction, and applies later migrations.
 *
 * @param beforeCommit restores what is stored outside the database
 * @throws UnknownMigrationError for a backup of a newer version, BeforeBaselineError for one that
 *   is too old; Error with one line when the database is not empty or the backup does not fit
 */
export async function loadTables(
  { client, db }: Session,
  backup: string,
  manifest: Manifest,
  onRows: OnRows,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await loadRows({ client, db: tx }, backup, manifest, onRows);
    await migrate(tx);
    const missing = await missingFrom(tx);
    if (missing.length > 0) throw new Error(`The backup lacks ${missing.join(", ")}.`);
    await beforeCommit();
  });
  await client.query("analyze");
}

/**
 * Migrates an empty database to a backup's migration and loads the rows. Functions are installed
 * later: triggers already ran when the rows were first written. Expects a transaction.
 */
export async function loadRows(
  { client, db }: Pick<Session, "client" | "db">,
  backup: string,
  { migration, tables, sequences }: Manifest,
  onRows: OnRows,
): Promise<void> {
  if (await hasAnything(db)) {
    throw new Error("The database is not empty. Name an empty one. Nothing was restored.");
  }
  await migrate(db, undefined, migration);
  const order = await inOrderOfReference(db);
  if (order.toSorted().join() !== Object.keys(tables).sort().join()) {
    throw new Error(`${backup} does not fit its migration ${migration}. Nothing was restored.`);
  }
  // Rows inserted by migrations are in the backup too.
  await client.query(`truncate ${order.map(quoted).join(", ")} restart identity`);
  for (const name of order) {
    const { columns = [], rows = 0 } = tables[name] ?? {};
    let written = 0;
    const copy = client.query(copyStreams.from(`copy ${copied(name, columns)} from stdin`));
    const report = eachChunk((chunk) => {
      written += linesIn(chunk);
      onRows(name, written, rows);
    });
    await pipeline(createReadStream(join(backup, tableFile(name))), createGunzip(), report, copy);
    if (copy.rowCount !== rows) throw new Error(`${backup} is damaged: ${name} is not whole.`);
  }
  for (const [name, value] of Object.entries(sequences)) {
    await client.query("select setval($1::regclass, $2)", [quoted(name), value]);
  }
}

/**
 * Rewritten when functions are installed after the rows, so its order is meaningless; `missingFrom`
 * compares its content with the database.
 */
const listOfObjects = "schema_objects";

/**
 * Returns what differs between a restored database and its backup: names of tables, compared row by
 * row in order, and of sequences. For a database just loaded, of the backup's version.
 */
export async function differences(
  { client, db }: Session,
  backup: string,
  { tables, sequences }: Manifest,
): Promise<string[]> {
  // Rows are returned in the order in which they were loaded.
  await client.query("set synchronize_seqscans = off");
  const different: string[] = [];
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    if (name === listOfObjects) continue;
    const is = await digestOfText(
      client.query(copyStreams.to(`copy ${copied(name, columns)} to stdout`)),
    );
    const file = createReadStream(join(backup, tableFile(name)));
    const was = await digestOfText(file, createGunzip());
    if (is.rows !== rows || is.sha256 !== was.sha256) different.push(name);
  }
  const now = await sequencesIn(db);
  const others = Object.keys(sequences).filter((name) => now[name] !== sequences[name]);
  return [...different, ...others];
}

async function digestOfText(source: Readable, unpack = new PassThrough()) {
  const hash = createHash("sha256");
  let rows = 0;
  await pipeline(source, unpack, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      rows += linesIn(chunk);
      hash.update(chunk);
    }
  });
  return { rows, sha256: hash.digest("hex") };
}

/** Returns the tables created by migrations, with their non-generated columns. */
export async function tablesIn(db: Database): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class, pg_identify_object('pg_class'::regclass, pg_class.oid, 0)
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and 'table ' || identity in (select object from schema_objects)
    order by relname`);
  return rows;
}

/** Returns the tables' names, each after the tables that it refers to. */
export async function inOrderOfReference(db: Database): Promise<string[]> {
  const names = (await tablesIn(db)).map(({ name }) => name);
  const { rows } = await db.execute<{ name: string; refers_to: string }>(sql`
    select referring.relname as name, referred.relname as refers_to
    from pg_constraint
      join pg_class referring on referring.oid = conrelid
      join pg_class referred on referred.oid = confrelid
    where contype = 'f' and conrelid <> confrelid
      and connamespace = current_schema()::regnamespace`);
  const order = new Set<string>();
  while (order.size < names.length) {
    const next = names.filter(
      (name) => !order.has(name) && rows.every((it) => it.name !== name || order.has(it.refers_to)),
    );
    if (next.length === 0) throw new Error("The tables refer to each other in a cycle.");
    for (const name of next) order.add(name);
  }
  return [...order];
}

export async function sequencesIn(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; value: string }>(sql`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function hasAnything(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )
    limit 1`);
  return rows.length > 0;
}

function eachChunk(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk, _, done) {
      look(chunk);
      done(null, chunk);
    },
  });
}

/** Minimum time between messages, in ms. */
const patience = 2_000;

const numbers = new Intl.NumberFormat("en-CA");

/** Reports the progress of a large table to the terminal, every few seconds. */
export function rowsToTell(write = (text: string) => process.stdout.write(text)): OnRows {
  let current = "";
  let told = 0;
  return (table, rows, total) => {
    if (table !== current) told = performance.now();
    current = table;
    if (performance.now() - told < patience) return;
    told = performance.now();
    const of = total === undefined ? "" : ` of ${numbers.format(total)}`;
    write(`${table}: ${numbers.format(rows)}${of} rows\n`);
  };
}
