import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getTableName, is, type SQL } from "drizzle-orm";
import { type ForeignKey, getTableConfig, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { ownerOf, tablesOf } from "../../db/schema/owners.ts";
import { asParagraph, type SqlFunction, sqlFunctions } from "./sql-functions.ts";

// Writes docs/database.md from the schema, the functions and the list of owners of each table.

const root = join(import.meta.dirname, "../..");
const document = join(root, "docs/database.md");
const dialect = new PgDialect();

export async function databaseDocument(): Promise<string> {
  const tables = await readTables();
  const functions = sqlFunctions();
  const parts = Object.entries(tablesOf).map(([owner, names]) => {
    const own = functions.filter((one) => one.owner === owner && !hasTable(one));
    return [
      `## ${owner}`,
      ...names.map((name) => describe(tables.get(name), functions)),
      own.length > 0 && `Functions without a table: ${own.map(asText).join("; ")}.`,
    ];
  });
  const text = [
    "# The database",
    "This page is generated: `npm run docs:database`. A test fails when it is out of date.",
    `Each table has one owner, a module of the domain, or the one feature or part of the server that alone
knows it. Only the owner's folder writes it, bulk writes included; everybody may read. A function of the
database says its owner in its first line, and writes tables of that owner or of modules below it. The owners
are listed in \`db/schema/owners.ts\`, and \`scripts/ownership\` holds the source to it.`,
    "## The order of locks",
    orderOfLocks(),
    ...parts.flat(),
  ];
  return `${text.filter(Boolean).join("\n\n")}\n`;
}

function orderOfLocks(): string {
  const source = readFileSync(join(root, "db/locks.ts"), "utf8");
  const [comment = ""] = /(?:^\/\/.*\n)+/m.exec(source) ?? [];
  return comment
    .replaceAll(/^\/\/ ?/gm, "")
    .replaceAll(/^ +/gm, "")
    .trim();
}

interface Table {
  table: PgTable;
  purpose: string;
}

async function readTables(): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  for (const path of globSync("db/schema/**/*.ts", { cwd: root }).sort()) {
    if (path.endsWith(".test.ts")) continue;
    const source = readFileSync(join(root, path), "utf8");
    const module: object = await import(pathToFileURL(join(root, path)).href);
    for (const [name, value] of Object.entries(module)) {
      if (!is(value, PgTable)) continue;
      const above = source.slice(0, source.indexOf(`export const ${name} = pgTable(`)).trimEnd();
      const begin = above.lastIndexOf("/**");
      const isItsOwn = above.endsWith("*/") && begin >= 0;
      const comment = isItsOwn ? above.slice(begin + 3, -2) : "";
      tables.set(getTableName(value), {
        table: value,
        purpose: asParagraph(comment, /^\s*\* ?/gm),
      });
    }
  }
  return tables;
}

function describe(known: Table | undefined, functions: readonly SqlFunction[]): string {
  if (!known) throw new Error("The list of owners names a table that there is not");
  const { table, purpose } = known;
  const { name, checks, foreignKeys, uniqueConstraints, indexes, columns } = getTableConfig(table);
  const writers = functions.filter(({ writes, owner }) => writes.includes(name) && owner !== "");
  const by = writers.map((one) => `, and \`${one.name}()\` of ${one.owner}`).join("");
  const unique = [
    ...columns.flatMap((column) => (column.isUnique ? [code(column.name)] : [])),
    ...uniqueConstraints.map((one) =>
      one.columns.map((column) => code(column.name)).join(" with "),
    ),
    ...indexes.flatMap(({ config }) => (config.unique ? [indexed(config)] : [])),
  ];
  const lines = [
    ...unique.map((what) => `- Unique: ${what}.`),
    ...foreignKeys.map((key) => `- ${reference(key)}.`),
    ...checks.map((one) => `- \`${one.name}\`: ${code(asSql(one.value))}.`),
    ...functions.flatMap((one) =>
      one.triggers
        .filter((trigger) => trigger.table === name && one.name !== "set_updated_at")
        .map(({ name: trigger, when }) => `- \`${trigger}\`, ${when}: ${asText(one)}.`),
    ),
  ];
  const isDated = functions.some(
    (one) =>
      one.name === "set_updated_at" && one.triggers.some((trigger) => trigger.table === name),
  );
  if (isDated) lines.push("- `updated_at` is kept by the database.");
  const head = [`### ${name}`, purpose, `Written by \`${ownerOf[name]}\`${by}.`, lines.join("\n")];
  return head.filter(Boolean).join("\n\n");
}

const hasTable = ({ triggers }: SqlFunction) => triggers.length > 0;

/** Formats a function with the first sentence of its purpose. */
function asText({ name, purpose }: SqlFunction): string {
  const [, first = purpose] = /^(.*?[^.]\.)(?: [A-Z]|$)/.exec(purpose) ?? [];
  return first === "" ? `\`${name}()\`` : `\`${name}()\`: ${first.replace(/\.$/, "")}`;
}

function reference(key: ForeignKey): string {
  const { columns, foreignTable } = key.reference();
  const own = columns.map((column) => code(column.name)).join(" with ");
  const gone = {
    cascade: "goes with it",
    "set null": "is forgotten with it",
  } as Record<string, string>;
  return `${own} refers to \`${getTableName(foreignTable)}\` and ${gone[key.onDelete ?? ""] ?? "keeps it from being deleted"}`;
}

function indexed(config: { columns: readonly unknown[]; where?: SQL | undefined }): string {
  const columns = config.columns.map((one) =>
    typeof one === "object" && one !== null && "name" in one
      ? code(String(one.name))
      : code(asSql(one as SQL)),
  );
  return columns.join(" with ") + (config.where ? ` where ${code(asSql(config.where))}` : "");
}

const asSql = (value: SQL) =>
  dialect
    .sqlToQuery(value)
    .sql.replaceAll(/"\w+"\."(\w+)"/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

if (process.argv[1] === import.meta.filename) writeFileSync(document, await databaseDocument());
