import { eq, sql } from "drizzle-orm";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { dateInWords, daysAfter, pacificDay } from "#app/lib/dates.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { test as backOfficeTest, expect, type Page } from "#tests/e2e/back-office.ts";
import { makeClient, title } from "#tests/e2e/client-area.ts";
import { ofWorker } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import { layoutShift, watchShifts } from "#tests/e2e/layout-shifts.ts";
import { insertZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

/** A shop without orders until a test places one. */
const test = backOfficeTest.extend<{ cleared: undefined }, { shop: ShopWithin }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await openShopWithin();
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
  cleared: [
    async ({ shop }, use) => {
      await shop.db.transaction(async (tx) => {
        // Invoices and packages can't be deleted otherwise.
        const books = ["lines", "taxes", "orders"].map((part) => `document_${part}`);
        const packed = ["packages", "boxes"];
        const delivered = ["run_stops", "runs", "zones"];
        const names = [
          ...["credit_request_lines", "credit_requests", "allocations", "ledger_entries"],
          ...[...books, "documents"],
          ...[...packed, "order_items", "orders", ...delivered],
        ];
        for (const table of names.map((name) => sql.identifier(name))) {
          await tx.execute(sql`alter table ${table} disable trigger user`);
          await tx.execute(sql`delete from ${table}`);
          await tx.execute(sql`alter table ${table} enable trigger user`);
        }
      });
      await use(undefined);
    },
    { auto: true },
  ],
});

const day = 24 * 60 * 60_000;

/** Creates an order of this many pounds of round at $10.00/lb, placed this many days ago. */
async function place(
  { db }: ShopWithin,
  userId: string,
  { lb, ago = 0, status = "pending" }: { lb: string; ago?: number; status?: OrderStatus },
) {
  const placedAt = new Date(Date.now() - ago * day);
  const totalPrice = (Number(lb) * 10).toFixed(2);
  const order = await insertOrder(db, userId, { placedAt, totalPrice, status });
  const { id } = await insertProduct(db, { category: "round", isActive: false });
  await insertOrderItem(db, order.id, { productId: id, quantity: lb, pricePerLb: "10.00" });
  return order;
}

async function makeBuyer(shop: ShopWithin, companyName: string) {
  const { userId } = await makeClient(shop.db);
  await updateCustomer(shop.db, userId, { companyName });
  return userId;
}

const part = (page: Page, name: string) =>
  page.locator("main section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const weeks = (page: Page) => page.getByRole("figure", { name: "Orders and revenue by week" });
const pounds = (page: Page) => page.getByRole("figure", { name: "Pounds by category this month" });
const best = (page: Page) => page.getByRole("figure", { name: "Best clients" });
const drawing = (page: Page) => weeks(page).getByRole("application");
const figure = (page: Page, label: string) =>
  page.locator("dl > div", { has: page.getByRole("link", { name: label, exact: true }) });

test("an empty shop explains what each part will show", async ({ page }) => {
  await page.goto("/admin");
  await expect(title(page)).toHaveText("Dashboard");
  await expect(figure(page, "Pending orders").locator("dd")).toHaveText("0");
  for (const words of [
    "Nothing to pack today.",
    "Nothing leaves today.",
    "No order waits for you.",
    "No one is waiting for an answer.",
    "No pending orders",
    "No orders in the last 12 weeks",
    /^Nothing has been ordered in \w+ \d{4} so far$/,
    "No orders in the last year",
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expectAccessible(page);
});

test("counts and pending orders link to their lists, and a new order appears automatically", async ({
  page,
  shop,
}) => {
  const userId = await makeBuyer(shop, "Sumas Grocers");
  for (const ago of [6, 5, 4, 3, 2]) await place(shop, userId, { lb: "1", ago });
  await place(shop, userId, { lb: "1", ago: 1, status: "fulfilled" });
  await page.goto("/admin");
  await expect(figure(page, "Pending orders").locator("dd")).toHaveText("5");
  await expect(figure(page, "Orders").locator("dd")).toHaveText("6");
  for (const [label, address] of [
    ["Pending orders", "/admin/orders?status=pending"],
    ["Orders", "/admin/orders"],
    ["Clients", "/admin/clients"],
    ["Invoices", "/admin/invoices"],
    ["Active products", "/admin/products"],
  ] as const) {
    await expect(figure(page, label).getByRole("link")).toHaveAttribute("href", address);
  }

  await expect(drawing(page)).toBeVisible();
  const { id, number } = await place(shop, userId, { lb: "12.5" });
  const rows = part(page, "Recent pending orders").locator("tbody tr");
  await expect(rows.first()).toContainText(`Order ${number}`);
  await expect(rows.first()).toContainText(`${id.slice(0, 8)}…`);
  await expect(rows.first()).toContainText("Sumas Grocers");
  await expect(rows.first()).toContainText("$125.00");
  await expect(rows).toHaveCount(5);
  await expect(figure(page, "Pending orders").locator("dd")).toHaveText("6");
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(`/admin/orders/${id}`);
});

test("the morning shows urgent items, and every number links to exactly the items it counts", async ({
  page,
  shop,
}) => {
  const today = pacificDay(new Date());
  const userId = await makeBuyer(shop, "Sumas Grocers");
  const zone = await insertZone(shop.db, { name: "Sample Valley" });
  const put = async (date: string, overrides: Parameters<typeof insertRun>[1], count: number) => {
    const run = await insertRun(shop.db, { zoneId: zone.id, date, ...overrides });
    const placed = [];
    for (let n = 0; n < count; n += 1) {
      const order = await place(shop, userId, { lb: "12.5" });
      await putOnRun(shop.db, run, order);
      placed.push(order);
    }
    return placed;
  };
  const [packed] = await put(today, { state: "out" }, 3);
  const [next] = await put(daysAfter(today, 1), { cutOffAt: new Date(Date.now() - day) }, 1);
  await put(daysAfter(today, -1), { state: "done" }, 4);
  await shop.db
    .update(orders)
    .set({ status: "fulfilled" })
    .where(eq(orders.id, packed?.id ?? ""));
  await insertOrder(shop.db, userId, { isNewClient: true });
  await insertHold(shop.db, (await insertOrder(shop.db, userId)).id);

  await page.goto("/admin");
  await expect(page.getByText(`Today, ${dateInWords(today)}`)).toBeVisible();
  await expectAccessible(page);
  const outOfTime = part(page, "Running out of time");
  await expect(outOfTime.getByRole("listitem")).toHaveText([
    "4 orders not packed though their day is over",
    `2 orders not packed: Sample Valley, ${dateInWords(today)}, left without them`,
    /^1 order not packed: Sample Valley, .*, cut-off was /,
  ]);
  await expect(part(page, "To deliver")).toContainText("0 of 1 stop done, 3 orders");
  const listed = page.getByRole("main").locator("tbody tr");
  for (const [section, link, count] of [
    ["Running out of time", "4 orders", 4],
    ["Running out of time", "2 orders", 2],
    ["Running out of time", "1 order", 1],
    ["To pack", "1 order packed", 1],
    ["Held", /^1 ?order of a new client/, 1],
    ["Held", /^1 ?order on hold/, 1],
  ] as const) {
    await part(page, section).getByRole("link", { name: link }).first().click();
    await expect(title(page)).toHaveText("Orders");
    await expect(listed, `${section} ${link}`).toHaveCount(count);
    await page.goBack();
    await expect(title(page)).toHaveText("Dashboard");
  }

  for (const count of [2, 1]) {
    const link = part(page, "To pack").getByRole("link", { name: RegExp(`^${count} ?to pack$`) });
    await link.first().click();
    await expect(title(page)).toHaveText("Packing");
    await expect(page.getByRole("article")).toHaveCount(count);
    await page.goBack();
    await expect(title(page)).toHaveText("Dashboard");
  }

  await shop.db
    .update(orders)
    .set({ status: "cancelled" })
    .where(eq(orders.id, next?.id ?? ""));
  await expect(outOfTime.getByRole("listitem")).toHaveCount(2);
  await removeZones(shop.db);
});

test("the charts show the figures of the shop, with a table", async ({ page, shop }) => {
  const grocers = await makeBuyer(shop, "Sumas Grocers");
  const butchers = await makeBuyer(shop, "Fraser Valley Butchers & Provisioners Cooperative");
  await place(shop, grocers, { lb: "100.25" });
  await place(shop, butchers, { lb: "20", status: "fulfilled" });
  await place(shop, butchers, { lb: "7000", status: "cancelled" });
  await place(shop, butchers, { lb: "300", ago: 200, status: "delivered" });
  await place(shop, grocers, { lb: "9000", ago: 400, status: "delivered" });

  await page.goto("/admin");
  const byWeek = part(page, "Orders and revenue by week");
  await expect(byWeek).toContainText("$1,202.50 in 2 orders over the last 12 weeks");
  await expect(drawing(page)).toHaveAccessibleName(/^Revenue and orders by week/);
  const week = weeks(page).locator("tbody tr");
  await expect(week).toHaveCount(12);
  await expect(week.last()).toBeHidden();
  await weeks(page).getByText("Show as table").click();
  await expect(week.last()).toBeVisible();
  await expect(week.last().locator("td")).toHaveText(["2", "$1,202.50"]);
  await expect(week.first().locator("td")).toHaveText(["0", "$0.00"]);

  await expect(part(page, "Pounds by category this month")).toContainText("120.25 lb");
  await expect(pounds(page).getByRole("img", { name: /^Pounds ordered by/ })).toBeVisible();
  await pounds(page).getByText("Show as table").click();
  for (const name of ["Round 120.25 lb", "Chuck 0 lb", "Total 120.25 lb"]) {
    await expect(pounds(page).getByRole("row", { name, exact: true })).toBeVisible();
  }

  const client = best(page).locator("tbody tr");
  await expect(client).toContainText([
    /^Fraser Valley.*2\$3,200\.00$/,
    /^Sumas Grocers1\$1,002\.50$/,
  ]);
  await expect(client.last().getByRole("link")).toHaveAttribute(
    "href",
    `/admin/clients?client=${grocers}`,
  );
  await expectAccessible(page);
});

test("the arrow keys move from week to week", async ({ page, shop }) => {
  await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
  await page.goto("/admin");
  await drawing(page).focus();
  const note = weeks(page).getByRole("status");
  await expect(note).toHaveText(/^Week of \w+ \d+\$0\.000 orders$/);
  for (let presses = 0; presses < 11; presses++) await page.keyboard.press("ArrowRight");
  await expect(note).toHaveText(/^Week of \w+ \d+, not over yet\$125\.001 order$/);
});

test("nothing moves when the charts load", async ({ page, shop }) => {
  await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
  await page.setViewportSize({ width: 1280, height: 2400 });
  await watchShifts(page);
  await page.goto("/admin");
  await expect(drawing(page)).toBeVisible();
  await expect(pounds(page).getByRole("img")).toBeVisible();
  const { total, shifts } = await layoutShift(page);
  expect(total, shifts).toBeLessThan(0.01);
});

test.describe("if the charts cannot load", () => {
  test.use({ expectedErrors: [/^Failed to load resource/] });

  test("their tables are open", async ({ page, shop }) => {
    await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
    await page.route(/(weeks|bars)-chart/, (route) => route.abort());
    await page.goto("/admin");
    await expect(weeks(page).getByRole("cell", { name: "$125.00" }).first()).toBeVisible();
    await expect(pounds(page).getByRole("cell", { name: "12.5 lb" }).first()).toBeVisible();
    await expect(page.getByText(/^The chart could not be loaded/)).toHaveCount(2);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tables open", async ({ page, shop }) => {
    await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
    await page.goto("/admin");
    await weeks(page).getByText("Show as table").click();
    await expect(weeks(page).getByRole("cell", { name: "$125.00" }).first()).toBeVisible();
  });
});

test.describe("when one query fails", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the other parts stay, and it can be retried", async ({ page, shop }) => {
    await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
    await holdEvents(page);
    await shop.db.execute(sql`alter table order_items rename column known_lb to hidden`);
    try {
      expect((await page.goto("/admin"))?.status()).toBe(503);
      await expect(
        page.getByText("This month's pounds could not be loaded. Please try again."),
      ).toBeVisible();
      await expect(figure(page, "Pending order").locator("dd")).toHaveText("1");
      await expect(drawing(page)).toBeVisible();
      await expect(best(page).getByRole("link", { name: "Sumas Grocers" })).toBeVisible();
    } finally {
      await shop.db.execute(sql`alter table order_items rename column hidden to known_lb`);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(pounds(page).getByRole("img")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
  });
});

test("no other page loads the charts", async ({ page, shop }) => {
  await place(shop, await makeBuyer(shop, "Sumas Grocers"), { lb: "12.5" });
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  /** Returns scripts requested so far, uncached, since leaving a page aborts its responses. */
  const carriers = async () => {
    const texts = [...scripts].map(async (url) => (await page.request.get(url)).text());
    return (await Promise.all(texts)).filter((script) => script.includes("recharts-surface"));
  };
  for (const path of ["/", "/shop", "/login", "/dashboard", "/admin/orders", "/admin/products"]) {
    scripts.clear();
    await page.goto(path);
    expect(scripts.size, path).toBeGreaterThan(0);
    expect(await carriers(), path).toEqual([]);
  }
  await page.goto("/admin");
  await expect(drawing(page)).toBeVisible();
  expect(await carriers()).not.toEqual([]);
});
