import { eq } from "drizzle-orm";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { orderItems } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { expect, type Page } from "../orders/orders-page.ts";

export interface Line {
  name: string;
  pounds?: string;
  pieces?: number;
  typicalPieceLb?: string;
  itemNumber?: number;
  isTraced?: boolean;
}

let nextItemNumber = 20_000;

/** Creates an order of lines at $10.00 with products of their own. */
export async function orderOf({ db }: ShopWithin, customerId: string, lines: Line[]) {
  const order = await insertOrder(db, customerId, { allowsSubstitutes: true });
  for (const [position, line] of lines.entries()) {
    const { name, pieces, typicalPieceLb = null, isTraced = false } = line;
    const soldBy = pieces ? ("piece" as const) : ("lb" as const);
    const itemNumber = line.itemNumber ?? nextItemNumber++;
    const product = await insertProduct(db, {
      name,
      soldBy,
      typicalPieceLb,
      itemNumber,
      isTraced,
      pricePerLb: "10.00",
      slug: `packed-${order.id.slice(0, 8)}-${position}`,
    });
    await insertOrderItem(db, order.id, {
      position,
      productId: product.id,
      productName: name,
      soldBy,
      pricePerLb: "10.00",
      ...(pieces && typicalPieceLb
        ? {
            orderedPieces: pieces,
            typicalPieceLb,
            quantity: (pieces * Number(typicalPieceLb)).toFixed(2),
          }
        : { quantity: line.pounds ?? "10.00" }),
    });
  }
  return { ...order, path: `/admin/packing/${order.id}`, number: String(order.number) };
}

/** The list of orders to pack without a day, as `orderOf` makes them. */
export const dayless = `/admin/packing?day=${withoutDay}`;

export const field = (page: Page) => page.getByRole("textbox", { name: /^Weight in/ });
export const status = (page: Page) => page.getByRole("main").getByRole("status").last();
export const currentLine = (page: Page) => page.getByRole("region", { name: "Current item" });
export const details = (page: Page) => page.getByRole("region", { name: "Packages" });
export const lineButton = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Lines of the order" }).getByRole("button", { name });

/** Opens a page of the station, which accepts keys once its field has the focus. */
export async function open(page: Page, { path }: { path: string }) {
  await page.goto(path);
  await expect(field(page)).toBeFocused();
}

/** Types a weight and adds it. */
export async function weigh(page: Page, pounds: string) {
  await page.keyboard.type(pounds);
  await page.keyboard.press("Enter");
}

/**
 * Types as a scanner does: a key every 2 ms, then Enter. The keys carry the times at which a
 * keyboard would have sent them, however long a busy machine takes over each.
 */
export async function scan(page: Page, code: string) {
  await page.evaluate((text) => {
    const target = document.activeElement ?? document.body;
    const start = performance.now();
    const press = (key: string, at: number) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: start + 2 * at });
      return target.dispatchEvent(event);
    };
    for (const [at, key] of [...text].entries()) {
      const isTyped = press(key, at);
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTyped && isField) document.execCommand("insertText", false, key);
    }
    if (!press("Enter", text.length)) return;
    // A browser's default action for Enter.
    if (target instanceof HTMLButtonElement) target.click();
    if (target instanceof HTMLInputElement) target.form?.requestSubmit();
  }, code);
}

export async function packedOf({ db }: ShopWithin, { id }: { id: string }) {
  return db
    .select({
      name: orderItems.productName,
      state: orderItems.packState,
      lb: orderItems.packedLb,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.position);
}
