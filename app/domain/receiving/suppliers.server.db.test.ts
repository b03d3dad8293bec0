import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { SupplierFacts } from "./receiving.ts";
import { addSupplier, getSupplier, listSuppliers, updateSupplier } from "./suppliers.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let packer: Staff<"pack">;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  packer = { ...admin, staffRole: "packer" };
});
afterAll(() => database.close());

const facts = (over: Partial<SupplierFacts> = {}): SupplierFacts => ({
  name: `Sample Packer ${randomUUID().slice(0, 8)}`,
  contactName: "Sample Contact",
  phone: "604-555-0142",
  email: null,
  establishment: "038",
  note: "",
  isActive: true,
  ...over,
});

it("refuses a name that is taken in any case, even for concurrent requests", async () => {
  const { name } = facts();
  const added = await Promise.allSettled([
    addSupplier(db, packer, facts({ name })),
    addSupplier(db, admin, facts({ name: name.toUpperCase() })),
  ]);
  expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const again = await refusal(addSupplier(db, packer, facts({ name })));
  expect(again).toMatchObject({ code: "taken", status: 409 });
  expect(again.answer.errors).toHaveProperty("name");

  const other = await addSupplier(db, packer, facts());
  const renamed = updateSupplier(db, packer, { id: other, version: 0 }, facts({ name }));
  expect((await refusal(renamed)).code).toBe("taken");
});

it("finds suppliers by name, contact or phone, active ones first", async () => {
  const mark = randomUUID().slice(0, 8);
  const gone = await addSupplier(db, admin, facts({ name: `A ${mark}`, isActive: false }));
  const kept = await addSupplier(db, admin, facts({ name: `B ${mark}` }));
  const found = async (search: string) =>
    (await listSuppliers(db, packer, search, 1)).rows.map(({ id }) => id);
  expect(await found(`  ${mark.toUpperCase()} `)).toEqual([kept, gone]);
  expect(await found(`%${mark}`)).toEqual([]);

  const called = await addSupplier(db, admin, facts({ phone: "604-555-0177", contactName: mark }));
  expect(await found("555-0177")).toEqual([called]);
  expect((await listSuppliers(db, packer, mark, 99)).place).toMatchObject({ page: 1 });
});

it("changes a supplier only from the latest version, and logs the differences", async () => {
  const before = facts();
  const id = await addSupplier(db, packer, before);
  await updateSupplier(db, packer, { id, version: 0 }, before);
  await updateSupplier(db, admin, { id, version: 0 }, { ...before, note: "Mondays only" });
  const late = updateSupplier(db, packer, { id, version: 0 }, { ...before, note: "Tuesdays" });
  expect((await refusal(late)).code).toBe("changed");

  expect(await getSupplier(db, packer, id)).toMatchObject({ note: "Mondays only", version: 1 });
  expect(await auditEntries(db, "supplier", id)).toMatchObject([
    { action: "created", after: { name: before.name } },
    { action: "edited", before: { note: "" }, after: { note: "Mondays only" } },
  ]);
});

it("returns null for an unknown id, and refuses to change it", async () => {
  for (const id of ["", "1", "x' or true", randomUUID()]) {
    expect(await getSupplier(db, packer, id)).toBeNull();
    const changed = updateSupplier(db, packer, { id, version: 0 }, facts());
    expect((await refusal(changed)).status).toBe(404);
  }
});
