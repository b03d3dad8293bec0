import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { packages } from "#db/schema/packages.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf, refusal } from "#tests/setup/reason-of.ts";
import { op, openForPacking, weighed } from "#tests/setup/rooms/packing-tests.ts";
import { addPackage, reweighPackage, voidPackage } from "../packages.server.ts";
import { transferPackage } from "../transfer-package.server.ts";
import { labelSerial } from "./label-gtin.ts";
import { labelAtStationInWords } from "./own-label.server.ts";

let db: Database;
let admin: Admin;
const { place, line } = openForPacking((opened) => {
  ({ db, admin } = opened);
});

async function stored(requestId: string) {
  const [found] = await db.select().from(packages).where(eq(packages.requestId, requestId));
  if (!found) throw new Error("There is no such package");
  return found;
}

it("names the package and order of an old label, and says that the label must be destroyed", async () => {
  const one = await place({});
  const { productId } = await line(one.item);
  const two = await place({ productId });
  const sent = weighed(one.item, "4");
  await addPackage(db, admin, one.id, sent);
  const first = await stored(sent.requestId);
  const said = (label: string | number) => labelAtStationInWords(db, admin, String(label));
  const [numberOne, numberTwo] = [await numberOfOrder(db, one.id), await numberOfOrder(db, two.id)];
  const name = `PKG-${first.labelNumber}, Ribeye Steak, 4 lb, for order ${numberOne}`;
  expect(await said(first.id)).toBe(`This is ${name}. Nothing was added.`);

  const requestId = randomUUID();
  const again = { packageId: first.id, requestId, value: "4.2", unit: "lb" };
  await reweighPackage(db, admin, one.id, op("reweigh", again));
  expect(await said(first.labelNumber)).toBe(`${name}, was weighed again. Destroy this label.`);
  // The old label has the old weight, so it is not packed again either.
  const serial = `90614141000015:${labelSerial(first.id)}`;
  const scanned = await refusal(addPackage(db, admin, two.id, weighed(two.item, "4", { serial })));
  expect(scanned.message).toBe(
    `${name}, was weighed again. Destroy this label. Nothing was added.`,
  );

  const second = await stored(requestId);
  const moved = { packageId: second.id, requestId: randomUUID() };
  const to = { toOrderId: two.id, toItemId: two.item };
  await transferPackage(db, admin, one.id, op("transfer", { ...moved, ...to }));
  expect(await said(second.id)).toMatch(
    new RegExp(`4.2 lb, for order ${numberOne}, was moved to another order. Destroy this label.$`),
  );

  const third = await stored(moved.requestId);
  await voidPackage(db, admin, two.id, op("void", { packageId: third.id }));
  expect(await said(third.labelNumber)).toMatch(
    new RegExp(`for order ${numberTwo}, was taken off\\.$`),
  );
  // A package that was only taken off is packed by its label.
  const own = `90614141000015:${labelSerial(third.id)}`;
  const back = addPackage(db, admin, one.id, weighed(one.item, "4.2", { serial: own }));
  expect(await reasonOf(back)).toBe("accepted");
  expect(await said("999999999")).toContain("no package that we know");
  expect(await said("nonsense")).toContain("no package that we know");
});
