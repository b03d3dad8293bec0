import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { databaseDocument } from "./database-document.ts";

it("is up to date with the schema, the functions and the list of owners: run `npm run docs:database`", async () => {
  expect(readFileSync("docs/database.md", "utf8")).toBe(await databaseDocument());
});
