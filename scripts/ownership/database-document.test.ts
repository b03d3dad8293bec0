import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { databaseDocument } from "./database-document.ts";

it("is what the schema, the functions and the list of owners say: `npm run docs:database` writes it", async () => {
  expect(readFileSync("docs/database.md", "utf8")).toBe(await databaseDocument());
});
