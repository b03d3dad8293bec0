import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { listImageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { refreshCutImages } from "./cut-images.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const refresh = (ids: (string | null)[]) => refreshCutImages(database.db, admin, ids);

it("maps each cut to its product's image, and counts the cuts with one", async () => {
  const { db } = database;
  const flank = await insertProduct(db, { slug: "flank", imageUrl: "/flank.jpg" });
  const ribeye = await insertProduct(db, { slug: "ribeye", imageUrl: "/shown.jpg" });
  const bare = await insertProduct(db, { slug: "bare" });
  await insertProduct(db, { slug: "house-cut", imageUrl: "/house.jpg" });
  const chosen = { section: "product", imageKey: ribeye.id, url: "/chosen.jpg" };
  await db.insert(imageMappings).values(chosen);
  const mapped = [
    { url: "/flank.jpg", imageKey: flank.id },
    { url: "/chosen.jpg", imageKey: ribeye.id },
  ].sort((a, b) => (a.imageKey < b.imageKey ? -1 : 1));
  for (let time = 0; time < 2; time += 1) {
    expect(await refresh([flank.id, ribeye.id, bare.id, null])).toEqual({ mapped: 2, total: 4 });
    expect(await listImageUrls(db, "product")).toEqual(mapped);
  }
});

it("maps nothing if there are no cuts", async () => {
  expect(await refresh([])).toEqual({ mapped: 0, total: 0 });
});
