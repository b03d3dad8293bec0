import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

const file = join(import.meta.dirname, "migrations/0011_image-mappings-by-product-id.sql");

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  // As it was before.
  await database.db.execute(sql`alter table image_mappings drop column product_id`);
});
afterAll(() => database.close());

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

async function map(imageKey: string, url: string, at = ago(10), section = "product") {
  await database.db.execute(sql`
    insert into image_mappings (section, image_key, url, created_at)
    values (${section}, ${imageKey}, ${url}, ${at.toISOString()})`);
}

const change = (id: string, from: string, to: string) =>
  database.db.insert(auditLog).values({
    actorEmail: "owner@example.com",
    entity: "product",
    entityId: id,
    action: "edited",
    before: { slug: from },
    after: { slug: to },
  });

it("takes every image to the product that it belongs to", async () => {
  const { db } = database;
  const add = (slug: string, hours = 20) => insertProduct(db, { slug, createdAt: ago(hours) });
  const flank = await add("flank");
  await map("flank", "/flank.jpg");
  // Its slug was changed, and a new product has the old one.
  const ribeye = await add("ribeye-aaa");
  await change(ribeye.id, "ribeye", "ribeye-aaa");
  await map("ribeye", "/ribeye.jpg");
  const successor = await add("ribeye", 1);
  // Its slug was changed twice.
  const shank = await add("shank-3");
  await change(shank.id, "shank-1", "shank-2");
  await map("shank-1", "/shank-1.jpg");
  await change(shank.id, "shank-2", "shank-3");
  await map("shank-2", "/shank-2.jpg");
  // It was given others since.
  const brisket = await add("whole-brisket");
  await change(brisket.id, "brisket", "whole-brisket");
  await map("brisket", "/brisket-old.jpg");
  await map("whole-brisket", "/brisket-new.jpg");
  await map("sold-no-more", "/nowhere.jpg");
  await map("home-hero", "/hero.jpg", ago(30), "pages");

  for (const statement of (await readFile(file, "utf8")).split("--> statement-breakpoint")) {
    await db.execute(sql.raw(statement));
  }

  const { rows } = await db.execute(sql`
    select image_key as key, product_id as id, url from image_mappings order by url`);
  expect(rows).toEqual([
    { key: brisket.id, id: brisket.id, url: "/brisket-new.jpg" },
    { key: flank.id, id: flank.id, url: "/flank.jpg" },
    { key: "home-hero", id: null, url: "/hero.jpg" },
    { key: ribeye.id, id: ribeye.id, url: "/ribeye.jpg" },
    { key: shank.id, id: shank.id, url: "/shank-2.jpg" },
  ]);
  expect(rows).not.toContainEqual(expect.objectContaining({ id: successor.id }));
});
