import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

// Finds the code that a route's requests can reach, from the source: starting at its loader, action
// and middleware, it follows every name through imports to its declaration.

const root = join(import.meta.dirname, "../..");

/** A top-level declaration and the names in it: variables, and properties read of objects. */
interface Declared {
  uses: Set<string>;
}

interface Module {
  declared: Map<string, Declared>;
  /** For each imported or re-exported name: its source and its name there. */
  from: Map<string, { path: string; name: string }>;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const modules = new Map<string, Module>();

/**
 * Returns everything that the loader, action and middleware of a route can use:
 * `app/domain/mail/outbox.server.ts queueMail` for a declaration, `better-auth/crypto hashPassword`
 * for a package's, `.inLine` for a property read of an object.
 *
 * @param file from `app/`, e.g. `routes/api/images.ts`
 */
export function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>();
  for (const entry of ["loader", "action", "middleware"]) follow(join("app", file), entry, reached);
  return reached;
}

function follow(path: string, name: string, reached: Set<string>): void {
  if (!isOurs(path)) {
    reached.add(`${path} ${name}`);
    return;
  }
  const module = moduleAt(path);
  const from = module.from.get(name);
  if (from) {
    follow(from.path, from.name, reached);
    return;
  }
  const key = `${path} ${name}`;
  const declared = module.declared.get(name);
  if (!declared || reached.has(key)) return;
  reached.add(key);
  for (const use of declared.uses) {
    if (use.startsWith(".")) reached.add(use);
    else follow(path, use, reached);
  }
}

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const module: Module = { declared: new Map(), from: new Map() };
  modules.set(path, module);
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"));
  for (const statement of program.body as unknown as Node[]) read(statement, path, module);
  return module;
}

function read(statement: Node, path: string, module: Module): void {
  const source = (statement.source as { value: string } | null | undefined)?.value;
  if (source) {
    const from = resolve(source, path);
    for (const { imported, exported, local, importKind } of (statement.specifiers ?? []) as Record<
      string,
      { name: string } | undefined
    >[]) {
      if (String(importKind) === "type") continue;
      const isExport = statement.type === "ExportNamedDeclaration";
      const here = isExport ? exported : local;
      const there = isExport ? local : imported;
      if (here) module.from.set(here.name, { path: from, name: there?.name ?? "default" });
    }
    return;
  }
  const declaration = (statement.declaration ?? statement) as Node;
  const parts = (declaration.declarations as Node[] | undefined) ?? [declaration];
  for (const part of parts) {
    const uses = namesIn(part, new Set());
    for (const name of namesIn(part.id, new Set())) module.declared.set(name, { uses });
  }
}

/** Returns the path of our own module, or a package's name. */
function resolve(source: string, path: string): string {
  if (source.startsWith("#")) return source.slice(1);
  return source.startsWith(".") ? join(dirname(path), source) : source;
}

function isOurs(path: string): boolean {
  return /\.tsx?$/.test(path) && existsSync(join(root, path));
}

/** Adds names within a node; a property that is read or destructured has a dot before it. */
function namesIn(node: unknown, names: Set<string>): Set<string> {
  if (Array.isArray(node)) {
    for (const one of node) namesIn(one, names);
    return names;
  }
  if (!isNode(node)) return names;
  if (node.type === "Identifier") names.add(String(node.name));
  if (node.type === "MemberExpression" && isNode(node.property))
    names.add(`.${node.property.name}`);
  if (node.type === "Property" && isNode(node.key)) names.add(`.${node.key.name}`);
  for (const [key, child] of Object.entries(node)) {
    const isName = !node.computed && (key === "property" || key === "key");
    if (!isName && key !== "typeAnnotation" && key !== "returnType") namesIn(child, names);
  }
  return names;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
