import { randomUUID } from "node:crypto";
import type { Admin } from "#app/domain/access/capability.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { insertOpenTill } from "#tests/setup/factories/tills.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import type { Page } from "../orders/orders-page.ts";

/** Creates an open till, and a product for $24.99 a pound. */
export async function makeTill(shop: ShopWithin, float = 100_00) {
  const admin: Admin = await administrator(shop);
  const till = await insertOpenTill(shop.db, admin, float);
  const product = await insertProduct(shop.db, {
    name: `Flank ${randomUUID().slice(0, 8)}`,
    pricePerLb: "24.99",
  });
  const path = `/admin/counter/${till.id}`;
  return { ...till, admin, path, product, session: `/admin/counter/sessions/${till.sessionId}` };
}

const entry = (page: Page) => page.getByRole("region", { name: "Add to the sale" });
export const sale = (page: Page) => page.getByRole("region", { name: "Sale", exact: true });
export const sold = (page: Page) => page.getByRole("region", { name: "Sold" });
export const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });

async function enter(page: Page, text: string) {
  const field = entry(page).getByRole("textbox");
  await field.fill(text);
  await field.press("Enter");
}

/** Weighs so many pounds of a product. */
export async function weigh(page: Page, { name }: { name: string }, lb: string) {
  await enter(page, name);
  await enter(page, lb);
}
