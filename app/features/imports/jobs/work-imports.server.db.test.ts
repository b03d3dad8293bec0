import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { startJobs } from "#db/jobs/jobs.ts";
import { dataImports } from "#db/schema/imports.ts";
import { products } from "#db/schema/products.ts";
import { importsOf } from "#tests/setup/files/importing.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { untilSomebodyWaits } from "#tests/setup/waiting.ts";
import {
  applyImport,
  compareAgain,
  getImport,
  storeImport,
  undoImport,
} from "../imports.server.ts";
import { endAbandoned, workImports } from "./work-imports.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let files: ReturnType<typeof importsOf>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  files = importsOf(db, admin);
});
afterAll(() => database.close());

beforeEach(async () => {
  await db.delete(dataImports);
  await db.delete(products);
});

const productNamed = async (name: string) =>
  (await db.select().from(products).where(eq(products.name, name)))[0];

describe("an import whose job failed for good", () => {
  const csv = "Name,Price per lb (CAD),Slug\nBrisket,12.00,brisket";
  const said = async (id: string) => {
    const file = await getImport(db, admin, id);
    return [file?.state, file?.problem];
  };
  const giveUp = () =>
    db.execute(sql`update pgboss.job set state = 'failed' where name = 'imports'`);

  it("reports that nothing was changed, and can be tried again", async () => {
    const content = Buffer.from(csv);
    const { id } = await storeImport(db, admin, { kind: "products", name: "x.csv", content });
    await endAbandoned(files.services);
    expect(await said(id)).toEqual(["reading", ""]);
    await giveUp();
    await endAbandoned(files.services);
    expect(await said(id)).toEqual(["failed", expect.stringMatching(/could not be compared/)]);
    expect(await compareAgain(db, admin, id)).toBeNull();
    await files.work(id);

    expect(await applyImport(db, admin, id, false)).toBeNull();
    await giveUp();
    await endAbandoned(files.services);
    expect(await said(id)).toEqual(["read", expect.stringMatching(/^Nothing was imported/)]);
    expect(await productNamed("Brisket")).toBeUndefined();
    expect(await files.apply(id)).toBe("applied");
    expect(await said(id)).toEqual(["applied", ""]);

    expect(await undoImport(db, admin, id, false)).toBeNull();
    await giveUp();
    await endAbandoned(files.services);
    expect(await said(id)).toEqual(["applied", expect.stringMatching(/^Nothing was undone/)]);
    expect(await productNamed("Brisket")).toBeDefined();
    expect(await files.undo(id)).toBe("undone");
  });

  it("is done by the next job, which doesn't wait for the failed one", async () => {
    const id = await files.upload("products", csv);
    expect(await applyImport(db, admin, id, false)).toBeNull();
    await giveUp();
    await endAbandoned(files.services);
    expect(await applyImport(db, admin, id, false)).toBeNull();
    const jobs = await startJobs(database, silentLog);
    try {
      await workImports(jobs, files.services);
      await expect.poll(() => said(id)).toEqual(["applied", ""]);
    } finally {
      await jobs.close(1_000);
    }
  });

  it("stores nothing if its job continues after it was marked as failed", async () => {
    const id = await files.upload("products", csv);
    expect(await applyImport(db, admin, id, false)).toBeNull();
    let hasGone = false;
    const performed = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('apply an import'))`);
      const late = files.work(id).finally(() => {
        hasGone = true;
      });
      // Waits until the job has begun; otherwise it would find itself given up and end at once.
      await untilSomebodyWaits(db);
      await giveUp();
      await endAbandoned(files.services);
      expect(hasGone).toBe(false);
      return { late };
    });
    await (await performed).late;
    expect(await said(id)).toEqual(["read", expect.stringMatching(/^Nothing was imported/)]);
    expect(await productNamed("Brisket")).toBeUndefined();
  });
});
