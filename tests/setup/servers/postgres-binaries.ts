import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** Returns the folder with PostgreSQL's `initdb` and `postgres`; undefined if not installed. */
export function findPostgres(): string | undefined {
  return candidates().find((bin) =>
    ["initdb", "postgres"].every((it) => existsSync(join(bin, it))),
  );
}

// The package managers' usual places come after PATH, the newest version first.
function candidates(): string[] {
  const fromPath = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "initdb"))
    .filter((initdb) => existsSync(initdb))
    .map((initdb) => dirname(realpathSync(initdb)));
  return [
    ...fromPath,
    ...versions("/usr/lib/postgresql", /^\d+$/),
    ...versions("/opt/homebrew/opt", /^postgresql/),
    ...versions("/usr/local/opt", /^postgresql/),
  ];
}

function versions(parent: string, name: RegExp): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((folder) => name.test(folder))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((folder) => join(parent, folder, "bin"));
}
