import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Rules about the source that neither the linter nor the import rules can express.

const sources = globSync("{app,server,db,scripts,tools}/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort();

function filesWith(pattern: RegExp): string[] {
  return sources.filter((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .some((line) => !/^\s*(\/\/|\/?\*)/.test(line) && pattern.test(line)),
  );
}

it("names the Pacific time zone only in one module", () => {
  expect(filesWith(/America\/Vancouver/)).toEqual(["app/lib/dates.ts"]);
});

it("names the sample company only as the default of the settings", () => {
  expect(filesWith(/sample-company/)).toEqual(["app/domain/settings/company-settings.ts"]);
  expect(filesWith(/Hundredweight\b|hello@example\.com|100 Sample Road/)).toEqual([
    "app/content/sample-company.ts",
    "server/seed/sample-business.ts",
    "tools/bench/parts/cards.ts",
  ]);
});

it("multiplies prices only in one module and one generated column, and meat costs in another", () => {
  const multiplied = /\* *(\w+\.)*\w*(price|cents)|(price|cents)\w*\)* *\*(?!\/)/i;
  expect(filesWith(multiplied)).toEqual([
    "app/domain/lots/packed-costs.server.ts",
    "app/lib/amounts/line-totals.ts",
    "app/lib/amounts/weight.ts",
    "db/schema/orders.ts",
  ]);
});

it("taxes orders in one module and one function, and documents in another", () => {
  expect(filesWith(/\btaxCents\(/)).toEqual([
    "app/domain/documents/document-taxes.ts",
    "app/domain/orders/order-costs.ts",
    "app/lib/amounts/line-totals.ts",
  ]);
  expect(
    filesWith(/sum\((\w+\.)?(promised_amount|subtotal)\b|sum\(\$\{orderItems\.(promised|sub)/),
  ).toEqual([]);
});

it("names only existing files in docs/security.md", () => {
  const named = readFileSync("docs/security.md", "utf8").matchAll(/`([\w./*{},-]+)`/g);
  const paths = [...named]
    .map(([, name = ""]) => name)
    .filter((name) => /^\w.*(\.tsx?|\/)$/.test(name));
  const isThere = (name: string) => {
    const path = name.replace(/\/$/, "");
    return globSync([path, `tests/${path}`, `server/edge/${path}`]).length > 0;
  };
  expect(paths.length).toBeGreaterThan(80);
  // Each alternative in braces is checked.
  const each = paths.flatMap((path) => {
    const [, before = "", within = path, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
    return within.split(",").map((one) => before + one + after);
  });
  expect(each.filter((path) => !isThere(path))).toEqual([]);
});

it("starts and builds without development dependencies, also where nothing imports them", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = [
    ...["prestart", "start", "build", "backup", "restore"].map((name) => scripts[name]),
    ...sources
      .filter((path) => path.startsWith("scripts/"))
      .map((path) => readFileSync(path, "utf8")),
    ...globSync("app/**/*.css").map((path) => readFileSync(path, "utf8")),
  ].flatMap((text: string) => [
    ...text.matchAll(/^(?:exec )?(node)\b/g),
    ...text.matchAll(/node_modules\/((?:@[\w-]+\/)?[\w-]+)/g),
    ...text.matchAll(/@(?:import|plugin) "([@\w][^"]*)"/g),
  ]);
  const names = [...new Set(named.map(([, name]) => name))].sort();
  expect(names).toEqual(["@react-router/dev", "node", "tailwindcss"]);
  expect(names.filter((name) => packages[`node_modules/${name}`].dev)).toEqual([]);
});

it("writes out the columns of subqueries in selects of one table", () => {
  // Drizzle omits the table of such columns, so they would name a column of the subquery.
  const selects =
    /\.select(?:Distinct)?\(\{((?:(?!\.select)[\s\S])*?)\}\)\s*\.from\((\w+)\)\s*\.(?!\w+Join)/g;
  const inSubqueries = /\(select\b(?:[^()`]|\([^()`]*\))*\$\{(\w+)\.\w+\}/g;
  const wrong = sources.filter((path) =>
    [...readFileSync(path, "utf8").matchAll(selects)].some(([, columns = "", table]) =>
      [...columns.matchAll(inSubqueries)].some(([, named]) => named === table),
    ),
  );
  expect(wrong).toEqual([]);
});

it("keeps at most twenty files in a folder, not counting tests, so that it is read at a glance", () => {
  // Migrations and decisions are logs: nobody looks for a file in them by its name.
  const files = globSync("{app,server,db,scripts,tools,tests,docs}/**/*.{ts,tsx,css,md}", {
    exclude: ["db/migrations/**", "docs/decisions/**"],
  }).filter((path) => !/\.test\.tsx?$/.test(path));
  const folders = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf("/")));
  expect([...folders].filter(([, there]) => there.length > 20).map(([folder]) => folder)).toEqual(
    [],
  );
});
