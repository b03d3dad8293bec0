import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { correctionValues } from "#app/domain/receiving/correct/correction-form.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import type { NewLine, Receipt } from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { addSupplier } from "#app/domain/receiving/suppliers.server.ts";
import { profiles } from "#db/schema/accounts.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";

// Corrections of mistyped receipts over HTTP: by the owner and those who receive; the bookkeeper
// corrects only the supplier's invoice, and nobody else anything.

let shop: ShopWithin;
let admin: Admin;
let right: { id: string; name: string };
const others = ["office", "counter", "catalogue", "driver"] as const satisfies StaffRole[];
const cookies: Record<string, string> = {};

beforeAll(async () => {
  shop = await openShopWithin();
  const { db } = shop;
  admin = await signedInAdmin(db);
  cookies.owner = await enter(shop.url, shop.admin);
  for (const role of ["packer", "bookkeeper", ...others] as const) {
    const account = { email: `${role}@example.com`, password: "long enough a password" };
    const { id = "" } = await ensureAccount(db, { ...account, name: role, profile: {} });
    await db.update(profiles).set({ staffRole: role }).where(eq(profiles.id, id));
    cookies[role] = await enter(shop.url, account);
  }
  const facts = { contactName: "", phone: "", email: null, note: "", isActive: true };
  const name = "Right Ranch";
  right = { id: await addSupplier(db, admin, { ...facts, name, establishment: "" }), name };
});
afterAll(() => shop.stop());

async function received(line: Partial<NewLine> = {}): Promise<Receipt> {
  const sent = newReceipt([{ lotCode: `L-${randomUUID().slice(0, 8)}`, ...line }], {
    temperatureC: "2.0",
    invoiceNumber: "A-1",
  });
  return stored(await receiveGoods(shop.db, admin, sent, receivingSettings.defaults));
}

async function stored(id: string): Promise<Receipt> {
  const receipt = await getReceipt(shop.db, admin, id);
  if (!receipt) throw new Error("There is no receipt");
  return receipt;
}

const correct = (who: string, receipt: Receipt, changes: Record<string, string>) =>
  send(
    shop.url,
    `/admin/receiving/${receipt.id}/edit`,
    { ...correctionValues(receipt), reason: "Mistyped", ...changes },
    { cookie: cookies[who] },
  );

it.each(["owner", "packer"])(
  "a receipt is corrected by the %s, who sees which labels are outdated",
  async (who) => {
    const receipt = await received();
    const was = receipt.lines[0]?.lotCode ?? "";
    const lot1 = `NEW-${who}`;
    const answer = await correct(who, receipt, {
      supplier: right.id,
      invoiceNumber: `A-${who}`,
      temperature: "3.5",
      lot1,
      receivedAt: "2026-11-02T07:15",
    });
    expect(answer.status).toBe(302);
    expect(await stored(receipt.id)).toMatchObject({
      supplier: right.name,
      invoiceNumber: `A-${who}`,
      temperatureC: "3.5",
      receivedAt: new Date("2026-11-02T14:15:00Z"),
      lines: [{ lotCode: lot1 }],
    });
    const page = await ask(shop.url, answer.headers.get("location") ?? "", {
      cookie: cookies[who],
    });
    expect(await page.text()).toContain(
      `Labels printed before still say ${was} and ${receipt.supplier}. Print the lot labels again.`,
    );
    for (const path of ["labels.pdf", ""]) {
      const shown = await ask(
        shop.url,
        `/admin/receiving/${receipt.id}/${path}`.replace(/\/$/, ""),
        {
          cookie: cookies[who],
        },
      );
      expect(shown.status).toBe(200);
    }
  },
);

it("a corrected receipt shows the owner the previous values in words", async () => {
  const receipt = await received();
  const changes = { supplier: right.id, temperature: "3.0", product1: "not ours", what1: "Hip" };
  expect((await correct("packer", receipt, changes)).status).toBe(302);
  const page = await ask(shop.url, `/admin/receiving/${receipt.id}`, { cookie: cookies.owner });
  // Without the markup between a field, its old value and the new one.
  const words = (await page.text()).replaceAll(/<!--.*?-->|<[^>]*>/g, "").replaceAll(/ +/g, " ");
  expect(words).toContain(`Supplier: ${receipt.supplier} → changed to ${right.name}`);
  expect(words).toContain("Temperature: 2.0 °C → changed to 3.0 °C");
  expect(words).toContain("Line 1: product: Front quarter → changed to Hip");
  expect(words).toContain("Why: Mistyped");
});

it("an invalid correction is refused beside its field, and keeps the input", async () => {
  const receipt = await received();
  const wrong = { supplier: "", receivedAt: "", temperature: "warm", lot1: "", what1: "" };
  const answer = await correct("packer", receipt, { ...wrong, note: "Kept note" });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  for (const said of [
    "Please choose the supplier",
    "Please enter when it came",
    "Please enter degrees, for instance 3.5",
    "Please enter the lot&#x27;s code",
    "Please say what it is, for instance Chuck roll",
    "Kept note",
  ]) {
    expect(text).toContain(said);
  }
  const unsaid = await correct("packer", receipt, { temperature: "8.0", reason: "" });
  const said = await unsaid.text();
  expect([unsaid.status, said.includes("Say why you keep it.")]).toEqual([400, true]);
  expect(said).toContain("Please say why the temperature is corrected");
  expect((await stored(receipt.id)).version).toBe(receipt.version);
});

it("a correction by the bookkeeper is limited to the invoice, as is the form", async () => {
  const receipt = await received();
  const path = `/admin/receiving/${receipt.id}/edit`;
  const form = await (await ask(shop.url, path, { cookie: cookies.bookkeeper })).text();
  expect([form.includes('name="invoiceNumber"'), form.includes('name="supplier"')]).toEqual([
    ...[true, false],
  ]);
  const changes = { supplier: right.id, temperature: "3.5", lot1: "X", invoiceNumber: "A-2" };
  expect((await correct("bookkeeper", receipt, changes)).status).toBe(302);
  expect(await stored(receipt.id)).toMatchObject({
    supplier: receipt.supplier,
    temperatureC: "2.0",
    invoiceNumber: "A-2",
    lines: [{ lotCode: receipt.lines[0]?.lotCode }],
  });
});

it.each(others)("a receipt can't be corrected by the %s", async (role) => {
  const receipt = await received();
  const answer = await correct(role, receipt, { supplier: right.id });
  // They are redirected to a page of their own.
  expect(answer.headers.get("location") ?? "").toMatch(/^\/(admin|dashboard)(?!\/receiving)/);
  expect((await stored(receipt.id)).version).toBe(receipt.version);
});

it("the second of two users sees that the receipt was changed in the meantime", async () => {
  const receipt = await received();
  expect((await correct("owner", receipt, { temperature: "1.0" })).status).toBe(302);
  const late = await correct("packer", receipt, { temperature: "3.0" });
  expect(late.status).toBe(409);
  const text = await late.text();
  expect(text).toContain("Someone else has changed this receipt since you opened it.");
  expect(text).toMatch(/name="version" value="1"/);
  expect((await stored(receipt.id)).temperatureC).toBe("1.0");
});
