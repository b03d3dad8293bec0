import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { allTables, writtenBy } from "./table-writes.ts";

const root = join(import.meta.dirname, "../..");

interface Trigger {
  name: string;
  table: string;
  /** "before update". */
  when: string;
}

export interface SqlFunction {
  name: string;
  owner: string;
  /** The comment above it, as one paragraph. */
  purpose: string;
  triggers: Trigger[];
  writes: string[];
}

export function sqlFunctions(): SqlFunction[] {
  return globSync("db/functions/**/*.sql", { cwd: root })
    .sort((one, other) => basename(one).localeCompare(basename(other)))
    .map((file) => readFunction(basename(file, ".sql"), readFileSync(join(root, file), "utf8")));
}

export function readFunction(name: string, text: string): SqlFunction {
  const [, owner = ""] = /^-- Owner: ([\w/-]+)/.exec(text) ?? [];
  const [, comment = ""] = /^-- Owner:.*\n\n?((?:--.*\n)+)/.exec(text) ?? [];
  const form =
    /create (?:constraint )?trigger (\w+)\s+((?:before|after)\s+[\w\s,]+?)\s+on\s+"?(\w+)"?/gi;
  const triggers = [...text.matchAll(form)].map(([, trigger = "", when = "", table = ""]) => ({
    name: trigger,
    table,
    when: when.replaceAll(/\s+/g, " ").toLowerCase(),
  }));
  const body = text.replaceAll(/--.*$/gm, "");
  const writes = [...new Set(writtenBy(body))].filter((table) => allTables.has(table)).sort();
  return { name, owner, purpose: asParagraph(comment, /^-- ?/gm), triggers, writes };
}

/** Joins a comment's lines, without their marks. */
export function asParagraph(comment: string, mark: RegExp): string {
  return comment.replaceAll(mark, "").replaceAll(/\s+/g, " ").trim();
}
