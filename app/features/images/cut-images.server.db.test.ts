import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/features/auth/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { refreshCutImages } from "./cut-images.server.ts";
import { listImageUrls } from "./image-mappings.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const refresh = (keys: string[]) => refreshCutImages(database.db, admin, keys);

it("maps each cut to its product's picture and counts those that are mapped", async () => {
  const { db } = database;
  await insertProduct(db, { slug: "flank", imageUrl: "/flank.jpg" });
  await insertProduct(db, { slug: "ribeye", imageUrl: "/shown.jpg" });
  await insertProduct(db, { slug: "bare" });
  await insertProduct(db, { slug: "house-cut", imageUrl: "/house.jpg" });
  await db
    .insert(imageMappings)
    .values({ section: "product", imageKey: "ribeye", url: "/chosen.jpg" });
  const keys = ["flank", "ribeye", "bare", "sold-no-more"];
  for (let time = 0; time < 2; time += 1) {
    expect(await refresh(keys)).toEqual({ mapped: 2, total: 4 });
    expect(await listImageUrls(db, "product")).toEqual([
      { url: "/flank.jpg", imageKey: "flank" },
      { url: "/chosen.jpg", imageKey: "ribeye" },
    ]);
  }
});

it("has nothing to do without cuts", async () => {
  expect(await refresh([])).toEqual({ mapped: 0, total: 0 });
});
