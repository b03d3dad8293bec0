import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { getTableName, getViewName, is } from "drizzle-orm";
import { PgColumn, PgTable, PgView } from "drizzle-orm/pg-core";
import { parseSync } from "vite";

// Finds which file writes which table, from the source: Drizzle's insert, update and delete, the
// bulk writes of db/many-rows, and SQL in a template or a string.

const root = join(import.meta.dirname, "../..");

export interface Write {
  file: string;
  table: string;
}

/** Stands for a table that the source doesn't name. */
export const unknown = "?";

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The schema's tables and views, by module and export. */
const schema = new Map<string, Map<string, PgTable | PgView>>();
for (const path of globSync("db/schema/**/*.ts", { cwd: root })) {
  if (path.endsWith(".test.ts")) continue;
  const module: object = await import(pathToFileURL(join(root, path)).href);
  const tables = Object.entries(module).filter(([, one]) => is(one, PgTable) || is(one, PgView));
  schema.set(path, new Map(tables));
}

export const allTables: ReadonlySet<string> = new Set(
  [...schema.values()].flatMap((tables) =>
    [...tables.values()].flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])),
  ),
);

/** Maps a module's names to what they import from the schema. */
type Names = Map<string, PgTable | PgView>;

export function writesIn(file: string, source: string): Write[] {
  const { names, nodes } = readModule(file, source);
  const written = new Set<string>();
  for (const node of nodes) {
    if (node.type === "CallExpression") readCall(node, names, written);
    for (const table of writtenBy(textOf(node, names) ?? "")) {
      if (table === unknown || allTables.has(table)) written.add(table);
    }
  }
  // It may then be any table that the file names.
  if (names.size > 0 && written.delete(unknown)) {
    for (const table of names.values()) written.add(nameOf(table));
  }
  return [...written].sort().map((table) => ({ file, table }));
}

/** Returns all texts that a module may send as SQL, with interpolated names. */
export function textsIn(file: string, source: string): string[] {
  const { names, nodes } = readModule(file, source);
  return nodes.flatMap((node) => textOf(node, names) ?? []);
}

function readModule(file: string, source: string): { names: Names; nodes: Node[] } {
  const { program } = parseSync(file, source);
  const names: Names = new Map();
  for (const statement of program.body as unknown as Node[]) readImport(statement, file, names);
  const nodes: Node[] = [];
  gather(program, nodes);
  return { names, nodes };
}

function gather(node: unknown, nodes: Node[]): void {
  if (Array.isArray(node)) {
    for (const one of node) gather(one, nodes);
    return;
  }
  if (!isNode(node)) return;
  nodes.push(node);
  for (const child of Object.values(node)) gather(child, nodes);
}

/** Returns all writes in the shop's own code, without tests. */
export function allWrites(): Write[] {
  return shopSources()
    .filter(({ source }) => /insert|update|delete|merge|truncate/i.test(source))
    .flatMap(({ file, source }) => writesIn(file, source));
}

/** Returns the modules that can reach the database, without tests. */
export function shopSources(): { file: string; source: string }[] {
  return globSync("{app,server,db}/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }))
    .filter(({ source }) => /drizzle-orm|db\/|\bsql`|\.query\(/.test(source))
    .sort((one, other) => one.file.localeCompare(other.file));
}

/** Returns the tables that a statement writes: literal names, and `?` for interpolated ones. */
export function writtenBy(statement: string): string[] {
  const name = '(?:"?public"?\\.)?"?([a-z_]+|\\?)"?';
  const forms = [
    `\\b(?:insert|merge)\\s+into\\s+${name}`,
    `\\bdelete\\s+from\\s+(?:only\\s+)?${name}`,
    `\\btruncate\\s+(?:table\\s+)?${name}`,
    `\\bupdate\\s+(?:only\\s+)?${name}(?:\\s+(?:as\\s+)?[a-z_]+)?\\s+set\\b`,
  ];
  return forms.flatMap((form) =>
    [...statement.matchAll(new RegExp(form, "gi"))].map(([, table = ""]) => table),
  );
}

function readImport(statement: Node, file: string, names: Names): void {
  if (statement.type !== "ImportDeclaration") return;
  const { value: source } = statement.source as { value: string };
  const path = source.startsWith("#") ? source.slice(1) : join(dirname(file), source);
  const tables = schema.get(path);
  if (!tables) return;
  for (const { type, imported, local } of statement.specifiers as Record<string, Node>[]) {
    const here = String(local?.name);
    if (String(type) === "ImportNamespaceSpecifier") {
      for (const [name, table] of tables) names.set(`${here}.${name}`, table);
    }
    const table = tables.get(String(imported?.name));
    if (table) names.set(here, table);
  }
}

const drizzleWrites = new Set(["insert", "update", "delete"]);
const drizzleSteps = new Set(["values", "select", "set", "where", "returning", "using"]);
const bulkWrites = new Set(["insertMany", "updateMany", "deleteMany"]);

function readCall(call: Node, names: Names, written: Set<string>): void {
  const args = call.arguments as Node[];
  const callee = call.callee as Node;
  if (callee.type === "Identifier" && bulkWrites.has(String(callee.name))) {
    written.add(tableOf(args[1], names) ?? unknown);
    const more = args[3]?.type === "ArrayExpression" ? (args[3].elements as Node[]) : [];
    for (const one of more) written.add(tableOf(one, names) ?? unknown);
    return;
  }
  if (isWrite(call)) {
    const table = tableOf(args[0], names);
    if (table) written.add(table);
  }
  // Objects outside the schema need calls that chain like Drizzle's: sets also have such methods.
  const before = callee.object;
  if (!isNode(before) || before.type !== "CallExpression" || !isWrite(before)) return;
  const first = (before.arguments as Node[])[0];
  if (drizzleSteps.has(propertyOf(callee)) && !tableOf(first, names)) written.add(unknown);
}

/** Returns the text of a template or a string; undefined for other nodes. */
function textOf(node: Node, names: Names): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = node.quasis as { value: { cooked: string } }[];
  const values = node.expressions as Node[];
  const text = parts.map(({ value }, index) => {
    const filled = values[index];
    if (!filled) return value.cooked;
    return value.cooked + (tableOf(filled, names) ?? columnOf(filled, names) ?? unknown);
  });
  return text.join("");
}

function isWrite(call: Node): boolean {
  const callee = call.callee as Node;
  return callee.type === "MemberExpression" && drizzleWrites.has(propertyOf(callee));
}

const propertyOf = (member: Node) => String((member.property as Node | undefined)?.name);

function tableOf(node: Node | undefined, names: Names): string | undefined {
  const table = node && names.get(pathOf(node));
  return table && nameOf(table);
}

function columnOf(node: Node, names: Names): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const table = names.get(pathOf(node.object as Node));
  const column: unknown = table && Reflect.get(table, propertyOf(node));
  return is(column, PgColumn) && table ? `${nameOf(table)}.${column.name}` : undefined;
}

/** `orders` or `schema.orders`. */
const pathOf = (node: Node): string =>
  node.type === "MemberExpression"
    ? `${pathOf(node.object as Node)}.${propertyOf(node)}`
    : String(node.name);

const nameOf = (table: PgTable | PgView) =>
  is(table, PgView) ? getViewName(table) : getTableName(table);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
