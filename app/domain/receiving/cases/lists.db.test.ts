import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import { listReceipts } from "../receipts.server.ts";
import { exportReceipts } from "../receipts-export.server.ts";
import { addSupplier, updateSupplier } from "../suppliers.server.ts";

const supplierName = () => `Supplier ${randomUUID().slice(0, 8)}`;
let database: OpenDatabase;
let admin: Admin;
let packer: Staff<"pack">;
let bookkeeper: Staff<"money">;
const { receive, received, lotOf } = openForReceiving((opened) => {
  ({ database, admin, packer, bookkeeper } = opened);
});

describe("the list of receipts", () => {
  it("is searched by supplier, invoice, lot and number, and takes any text", async () => {
    const mark = randomUUID().slice(0, 8);
    const receipt = await received(
      newReceipt([{ lotCode: `L${mark}` }], {
        supplier: { name: `S ${mark}` },
        invoiceNumber: `I${mark}`,
      }),
    );
    for (const search of [`s ${mark}`, `i${mark}`, `l${mark}`, String(receipt.number)]) {
      const { rows } = await listReceipts(database.db, admin, { search });
      expect(rows.map(({ id }) => id)).toContain(receipt.id);
    }
    for (const search of ["%_%", "\0", "\\", "'", "99999999999", "\ud800"]) {
      expect(Array.isArray((await listReceipts(database.db, admin, { search })).rows)).toBe(true);
    }
    const { rows } = await listReceipts(database.db, admin, { filter: "costs", search: mark });
    expect(rows).toMatchObject([{ lots: [`L${mark}`], lb: "100.00", refused: 0, moreLots: 0 }]);
    const ofSupplier = { supplierId: receipt.supplierId };
    expect((await listReceipts(database.db, admin, ofSupplier)).rows).toHaveLength(1);
    expect((await listReceipts(database.db, admin, { supplierId: "x" })).rows).toEqual([]);
  });

  it("is paginated in both directions", async () => {
    const supplier = { name: supplierName() };
    for (let day = 1; day <= 5; day += 1) {
      const receivedAt = new Date(`2026-10-0${day}T12:00:00Z`);
      await receive(newReceipt([{}], { supplier, receivedAt, invoiceNumber: `${day}` }));
    }
    const of = (over: object) =>
      listReceipts(database.db, admin, { search: supplier.name, limit: 2, ...over });
    const numbers = async (over: object) =>
      (await of(over)).rows.map(({ invoiceNumber }) => invoiceNumber);
    const [, last] = (await of({})).rows;
    expect(await numbers({})).toEqual(["5", "4"]);
    expect(await numbers({ before: last })).toEqual(["3", "2"]);
    expect(await numbers({ after: (await of({ before: last })).rows[0] })).toEqual(["5", "4"]);
  });

  it("is exported by line", async () => {
    const receipt = await received(
      newReceipt([{ pricedBy: "lb", priceCents: 1_23, lotCode: "EXPORTED" }, {}]),
    );
    let file = "";
    for await (const piece of exportReceipts(database.db, bookkeeper)) file += piece;
    const rows = file.split("\r\n").filter((row) => row.startsWith(`${receipt.number},`));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain("EXPORTED,yes,,4,,100.00,,1.23,lb,123.00,0.00,0.00");
  });
});

describe("suppliers", () => {
  const facts = {
    contactName: "Sample Contact",
    phone: "604-555-0142",
    email: null,
    establishment: "038",
    note: "",
    isActive: true,
  };

  it("name their establishment on lots, and can't be received from while they are inactive", async () => {
    const name = supplierName();
    const id = await addSupplier(database.db, packer, { ...facts, name });
    expect(await lotOf(await received(newReceipt([{}], { supplier: { id } })))).toMatchObject({
      supplier: name,
      establishment: "038",
    });
    await updateSupplier(
      ...([database.db, packer, { id, version: 0 }, { ...facts, name, isActive: false }] as const),
    );
    for (const supplier of [{ id }, { name }]) {
      const errors = (await refusal(receive(newReceipt([{}], { supplier })))).answer.errors;
      expect(JSON.stringify(errors)).toContain("is inactive");
    }
    const late = updateSupplier(
      ...([database.db, packer, { id, version: 0 }, { ...facts, name }] as const),
    );
    expect((await refusal(late)).code).toBe("changed");
  });
});
