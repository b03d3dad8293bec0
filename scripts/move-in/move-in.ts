import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { takeDataDir } from "#db/data-dir.ts";
import { createBeside, movedAside, serveDatabase } from "#db/embedded/open.ts";
import { findPrograms, findWay } from "#db/embedded/programs.ts";
import { migrate, ownMigrations } from "#db/migrate.ts";
import { openPostgres } from "#db/postgres.ts";
import { flush } from "#server/backup/files.ts";

/** What was migrated, and where the old files are. */
export interface Move {
  aside: string;
  tables: number;
  rows: number;
}

/**
 * The part of PGlite, the earlier versions' engine, that is needed; it is not installed with the
 * shop.
 */
interface OldDatabase {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

const pglite = "@electric-sql/pglite";

/** The last release that created such databases. */
const release = "0.5.14";

const log = { info() {}, warn() {}, error() {} };

/** Rows per batch; the largest have some kB. */
const batch = 500;

/**
 * Migrates an earlier version's embedded database (PGlite) completely, verified table by table, or
 * not at all. An interrupted run starts over the next time. The old files are kept beside the new
 * ones.
 *
 * @throws Error with one line that a person can act on
 */
export async function moveIn(dataDir: string): Promise<Move> {
  const place = resolve(dataDir);
  const folder = join(place, "db");
  const aside = join(place, movedAside);
  if (!existsSync(folder) && !existsSync(aside)) throw new Error(`There is no shop in ${dataDir}.`);
  const { PGlite } = await import(pglite).catch((error) => {
    const install = `npm install --no-save ${pglite}@${release}`;
    throw new Error(`The old database needs its own engine once: ${install}`, { cause: error });
  });
  const unlock = await takeDataDir(place);
  try {
    // Interrupted between the two renames.
    if (!existsSync(folder)) await rename(aside, folder);
    // Every server writes this file, PGlite does not.
    if (existsSync(join(folder, "postmaster.opts"))) {
      throw new Error(`The database in ${dataDir} needs no move.`);
    }
    if (existsSync(aside)) throw new Error(`${aside} already exists. Move it elsewhere.`);
    // Left by a killed version: the lock that counts is ours.
    await rm(join(folder, "postmaster.pid"), { force: true });
    const old: OldDatabase = await PGlite.create({ dataDir: folder });
    const made = await carryOver(old, place).finally(() => old.close());
    await rename(folder, aside);
    await rename(made.folder, folder);
    await flush(place);
    return { aside, ...made };
  } finally {
    unlock();
  }
}

async function carryOver(old: OldDatabase, dataDir: string) {
  const programs = await findPrograms();
  const way = await findWay(programs, [dataDir]);
  const folder = await createBeside(programs, way, dataDir);
  try {
    const server = await serveDatabase({ programs, way, folder, log });
    try {
      await migrateAsFar(server.url, old);
      const counts = await carryRows(old, new URL(server.url), server.superuserUrl);
      return { folder, ...counts };
    } finally {
      await server.stop();
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates the tables at the old database's migration; the shop's next start applies the rest. */
async function migrateAsFar(databaseUrl: string, old: OldDatabase): Promise<void> {
  const { rows } = await old.query<{ name: string }>("select name from schema_migrations");
  const files = await mkdtemp(join(tmpdir(), "shop-move-"));
  const { db, close } = await openPostgres({ databaseUrl, log, queryTimeout: 0 });
  try {
    for (const { name } of rows) {
      await copyFile(join(ownMigrations, `${name}.sql`), join(files, `${name}.sql`)).catch(() => {
        throw new Error(`The old database is of a newer version than this: it has ${name}.`);
      });
    }
    await migrate(db, files);
  } finally {
    await close();
    await rm(files, { recursive: true });
  }
}

async function carryRows(old: OldDatabase, shop: URL, superuserUrl: string) {
  const url = new URL(superuserUrl);
  url.pathname = shop.pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  let rows = 0;
  try {
    await old.query("set timezone = 'UTC'");
    // Without triggers and foreign keys: every row was valid in the old database.
    await client.query("begin; set local session_replication_role = replica");
    const tables = await namesOf(old, tablesQuery);
    for (const table of tables) rows += await carryTable(old, client, table);
    for (const name of await namesOf(old, sequencesQuery)) {
      const { rows: at } = await old.query<object>(`select last_value, is_called from ${name}`);
      const [value, isCalled] = Object.values(at[0] ?? {});
      await client.query("select setval($1, $2, $3)", [name, String(value), isCalled]);
    }
    await client.query("commit; analyze");
    return { tables: tables.length, rows };
  } finally {
    await client.end();
  }
}

/** The migration tables are the new database's own. */
const tablesQuery = `
  select format('%I', table_name) as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('schema_migrations', 'schema_objects')
  order by 1`;

const sequencesQuery =
  "select format('%I', sequencename) as name from pg_sequences where schemaname = 'public'";

async function namesOf(old: OldDatabase, query: string): Promise<string[]> {
  return (await old.query<{ name: string }>(query)).rows.map(({ name }) => name);
}

async function carryTable(old: OldDatabase, client: pg.Client, table: string): Promise<number> {
  const { rows: found } = await client.query<{ columns: string }>(
    `select string_agg(format('%I', attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = found[0]?.columns ?? "";
  await client.query(`delete from ${table}`);
  await old.query("begin");
  await old.query(`declare carried cursor for select row_to_json(t)::text as row from ${table} t`);
  for (;;) {
    const { rows } = await old.query<{ row: string }>(`fetch ${batch} from carried`);
    if (rows.length === 0) break;
    await client.query(
      `insert into ${table} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [`[${rows.map(({ row }) => row).join(",")}]`],
    );
  }
  await old.query("commit");
  const digest = `
    select count(*)::text as rows,
      sum(('x' || left(md5(t::text), 15))::bit(60)::bigint)::text as digest from ${table} t`;
  const [before] = (await old.query<{ rows: string; digest: string }>(digest)).rows;
  const [after] = (await client.query<{ rows: string; digest: string }>(digest)).rows;
  if (before?.rows !== after?.rows || before?.digest !== after?.digest) {
    throw new Error(`The table ${table} is not as it was. Nothing was moved.`);
  }
  return Number(after?.rows);
}
