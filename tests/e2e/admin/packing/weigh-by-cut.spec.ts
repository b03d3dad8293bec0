import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { orderItems } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { expect, test } from "../orders/orders-page.ts";
import { cutOf } from "./cut-to-weigh.ts";
import { currentLine, details, field, scan, status, weigh } from "./station-page.ts";

const packedOf = async ({ db }: ShopWithin, itemId: string) => {
  const [found] = await db.select().from(orderItems).where(eq(orderItems.id, itemId));
  return { lb: found?.packedLb, state: found?.packState };
};

const forWhom = currentLine;

test("a day's steaks are weighed by keyboard, each for the order that wants it, with at most 1.3 keys per package besides the digits", async ({
  page,
  shop,
}) => {
  const cut = await cutOf(shop, [{ pieces: 6 }, { pieces: 2 }, { pieces: 12 }]);
  const [six, two, twelve] = cut.lines;
  await page.goto(`/admin/packing?day=${withoutDay}&view=cuts`);
  await page.getByRole("heading", { name: cut.name }).click();
  await page.getByRole("link", { name: `Weigh ${cut.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: cut.name })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  // Before a package is added, its order is shown and can be changed.
  await page.keyboard.type("1.24");
  await expect(forWhom(page)).toContainText("1.24 lb goes to");
  await expect(forWhom(page).getByRole("heading")).toHaveText(two?.companyName ?? "");
  await press("+");
  await expect(forWhom(page).getByRole("heading")).toHaveText(six?.companyName ?? "");
  await expect(field(page)).toHaveValue("1.24");
  await press("Enter");
  await expect(status(page)).toContainText(`${six?.called}: 1.24 lb`);
  for (let count = 1; count < 20; count++) {
    await page.keyboard.type(count % 2 ? "1.26" : "1.24");
    await press("Enter");
  }
  await expect(page.getByRole("heading", { name: "Every order has what it gets" })).toBeVisible();
  await weigh(page, "1.25");
  await expect(status(page)).toContainText("No order wants more of it.");
  await page.keyboard.press("Escape");
  await press("f");
  await expect(status(page)).toHaveText("Mark 3 lines as done? Press Yes or Enter.");
  await press("Enter");
  expect(keys / 20).toBeLessThanOrEqual(1.3);
  for (const { itemId } of [six, two, twelve].filter((line) => line !== undefined)) {
    await expect.poll(async () => (await packedOf(shop, itemId)).state).toBe("packed");
  }
  await expect(page.getByRole("heading", { name: "Every line is done" })).toBeVisible();
  expect(await packedOf(shop, two?.itemId ?? "")).toMatchObject({ lb: "2.50" });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET/] });

  test("orders are chosen by touch, Undo and scans work, and weights wait while offline", async ({
    page,
    shop,
    context,
  }) => {
    const cut = await cutOf(shop, [{ pounds: "4.00" }, { pounds: "10.00" }]);
    const [small, large] = cut.lines;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(cut.path);
    await expect(field(page)).toBeFocused();
    const pad = page.getByRole("group", { name: "Number pad" });
    for (const key of ["2", ".", "1"])
      await pad.getByRole("button", { name: key, exact: true }).click();
    await expect(forWhom(page).getByRole("heading")).toHaveText(small?.companyName ?? "");
    // A tap on another order chooses it for this package only.
    await page
      .getByRole("navigation", { name: "Orders of this product" })
      .getByRole("button", { name: large?.companyName ?? "" })
      .click();
    await expect(forWhom(page)).toContainText("As you chose");
    await pad.getByRole("button", { name: "Enter" }).click();
    await expect(status(page)).toContainText(`${large?.called}: 2.1 lb`);
    await expect.poll(async () => (await packedOf(shop, large?.itemId ?? "")).lb).toBe("2.10");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(status(page)).toContainText(`Took back 2.10 lb from ${large?.called}`);
    await expect.poll(async () => (await packedOf(shop, large?.itemId ?? "")).lb).toBe("0.00");

    // A scale's label of 3.90 lb goes to the order that it fits.
    const body = `28${String(cut.itemNumber).padStart(5, "0")}00390`;
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
    await scan(page, `${body}${(10 - (sum % 10)) % 10}`);
    await expect(status(page)).toContainText(`${small?.called}: 3.9 lb, as ordered`);
    await expect(details(page)).toHaveCount(0);

    const lost = "**/api/packing/**";
    await context.route(lost, (route) => route.abort("connectionreset"));
    await weigh(page, "5.05");
    await expect(page.getByText("No network")).toBeVisible();
    await expect(page.getByText("1 entry waits here and will be sent in order.")).toBeVisible();
    await expect(forWhom(page)).toContainText("5.05");
    await context.unroute(lost);
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(async () => (await packedOf(shop, large?.itemId ?? "")).lb).toBe("5.05");
    await expect(page.getByText("No network")).toHaveCount(0);
  });
});

test("a shortage is shared among orders, after a preview, and the lines are marked short", async ({
  page,
  shop,
}) => {
  const cut = await cutOf(shop, [{ pounds: "10.00" }, { pounds: "10.00" }]);
  const [first, second] = cut.lines;
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    `${first?.called} still wants 10 lb, and 1 other. Weigh it, or share: S.`,
  );
  await page.keyboard.press("s");
  const form = page.getByRole("form", { name: "Share what there is" });
  const gets = (name = "") => form.getByRole("row").filter({ hasText: name });
  // The pad types into the field that has the focus.
  await expect(form.getByLabel("Pounds that are left to give out")).toBeFocused();
  const pad = page.getByRole("group", { name: "Number pad" });
  for (const key of ["1", "3", "Erase", "2"]) {
    await pad.getByRole("button", { name: key, exact: true }).click();
  }
  await expect(form.getByLabel("Pounds that are left to give out")).toHaveValue("12");
  await expect(field(page)).toHaveValue("");
  await expect(gets(first?.companyName)).toContainText("6 lb");
  await form.getByLabel("Shared").selectOption("By the time of the order");
  await expect(gets(first?.companyName)).toContainText("All");
  await expect(gets(second?.companyName)).toContainText("2 lb");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Store these shares" }).click();
  await expect(form).toHaveCount(0);
  await weigh(page, "10");
  await expect(forWhom(page)).toContainText("Gets, as it is short 2 lb");
  await weigh(page, "1.85");
  // That would be close enough for an order, but not for a share.
  await expect(forWhom(page)).toContainText("Still wants 0.15 lb");
  await expect(forWhom(page)).toContainText("Less than its share so far.");
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    `${second?.called} is 0.15 lb below its share. Mark 2 lines as done, 1 of them short? Press Yes or Enter.`,
  );
  await page.keyboard.press("Escape");
  await weigh(page, "0.2");
  await expect(status(page)).toContainText(
    `${second?.called}: 0.2 lb. 2.05 lb so far, all of its share`,
  );
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    "Mark 2 lines as done, 1 of them short? Press Yes or Enter.",
  );
  await page.keyboard.press("Enter");
  await expect
    .poll(() => packedOf(shop, second?.itemId ?? ""))
    .toEqual({ lb: "2.05", state: "short" });
  await page.goto(`/admin/packing/${second?.orderId}`);
  await expect(page.getByText("Short").first()).toBeVisible();
});

test("a weight goes to the order that is shown while it is typed", async ({ page, shop }) => {
  const cut = await cutOf(shop, [{ pounds: "30.00" }, { pounds: "3.20" }]);
  const [large, small] = cut.lines;
  const shown = forWhom(page).getByRole("heading");
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await expect(shown).toHaveText(large?.companyName ?? "");
  await expect(forWhom(page)).toContainText("First stop that wants some");
  // The first digit fits the small order, which is shown; more digits fit the large one.
  await page.keyboard.type("3");
  await expect(forWhom(page)).toContainText("3 lb goes to");
  await expect(shown).toHaveText(small?.companyName ?? "");
  await page.keyboard.type("0.");
  await expect(shown).toHaveText(large?.companyName ?? "");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(shown).toHaveText(small?.companyName ?? "");
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText(`${small?.called}: 3 lb, as ordered`);
  // The order that it went to is shown large until the next digit.
  const last = page.getByText(`3 lb → ${small?.called}, box 1`);
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.type("2");
  await expect(last).toBeHidden();
  await page.keyboard.press("Backspace");
  // Ten times the earlier weight must be typed twice, and the order in question is shown.
  await weigh(page, "29.5");
  await expect(status(page)).toContainText("far above the packages so far, of about 3.00 lb");
  await expect(shown).toHaveText(large?.companyName ?? "");
  await weigh(page, "29.5");
  await expect(status(page)).toHaveText(`${large?.called}: 29.5 lb, as ordered`);
});

test("a weight typed while another waits asks whether to replace that one or add both", async ({
  page,
  shop,
}) => {
  const cut = await cutOf(shop, [{ pounds: "30.00" }, { pounds: "3.20" }, { pounds: "3.20" }]);
  const [large, small, next] = cut.lines;
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await weigh(page, "3.1");
  await expect(status(page)).toContainText(`${small?.called}: 3.1 lb`);
  await weigh(page, "31.0");
  await expect(status(page)).toContainText("far above the packages so far");
  await weigh(page, "3.11");
  await expect(status(page)).toHaveText(
    "31 lb is not added yet. 3.11 lb instead of it? Choose below, or press Enter.",
  );
  await expectAccessible(page);
  // A further weight is refused until the question is answered.
  await weigh(page, "5");
  await expect(status(page)).toContainText("Answer the question first.");
  await field(page).fill("");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText(`${next?.called}: 3.11 lb`);
  expect(await packedOf(shop, large?.itemId ?? "")).toMatchObject({ lb: "0.00" });
  // If both are packages, the second waits in the field for Enter.
  await weigh(page, "25.0");
  await expect(status(page)).toContainText("far above the packages so far");
  await weigh(page, "4.1");
  await page.getByRole("button", { name: "25 lb as well" }).click();
  await expect(status(page)).toContainText(`${large?.called}: 25 lb`);
  await expect(field(page)).toHaveValue("4.1 lb");
  await expect(forWhom(page)).toContainText("4.1 lb goes to");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText(`${large?.called}: 4.1 lb`);
  await expect
    .poll(async () => await packedOf(shop, large?.itemId ?? ""))
    .toMatchObject({ lb: "29.10" });
});

test("a weight that no order wants waits until an order is chosen for it", async ({
  page,
  shop,
}) => {
  const cut = await cutOf(shop, [{ pounds: "4.00" }]);
  const [only] = cut.lines;
  const choose = () =>
    page
      .getByRole("navigation", { name: "Orders of this product" })
      .getByRole("button", { name: only?.companyName ?? "" })
      .click();
  await page.setViewportSize({ width: 768, height: 850 });
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("+");
  await expect(status(page)).toHaveText("No other order wants more of it.");
  await weigh(page, "3.8");
  await expect(page.getByRole("heading", { name: "Every order has what it gets" })).toBeVisible();
  await weigh(page, "0.2");
  await expect(status(page)).toContainText("No order wants more of it.");
  await expect(field(page)).toHaveValue("");
  await expect(forWhom(page)).toContainText("0.2 lb waits for an order.");
  await expectAccessible(page);
  await weigh(page, "0.3");
  await expect(status(page)).toContainText("0.2 lb is not added yet. 0.3 lb instead of it?");
  await page.getByRole("button", { name: "0.2 lb as well" }).click();
  await expect(forWhom(page)).toContainText("0.2 lb and 0.3 lb wait for an order.");
  await page.getByRole("button", { name: "Mark the lines as done" }).click();
  await expect(status(page)).toContainText("0.2 lb and 0.3 lb wait for an order.");
  await choose();
  await expect(forWhom(page)).toContainText("As you chose, 0.2 lb goes to");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText(`${only?.called}: 0.2 lb. 4 lb so far`);
  await expect(forWhom(page)).toContainText("0.3 lb waits for an order.");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(status(page)).toHaveText("Nothing was added.");
  await page.getByRole("button", { name: "Mark the lines as done" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect
    .poll(() => packedOf(shop, only?.itemId ?? ""))
    .toEqual({ lb: "4.00", state: "packed" });
});

test("an order chosen by a tap can be deselected", async ({ page, shop }) => {
  const cut = await cutOf(shop, [{ pounds: "10.00" }, { pounds: "4.00" }]);
  const [first, second] = cut.lines;
  const shown = forWhom(page).getByRole("heading");
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await page
    .getByRole("navigation", { name: "Orders of this product" })
    .getByRole("button", { name: second?.companyName ?? "" })
    .click();
  await expect(forWhom(page)).toContainText("As you chose, the next weight goes to");
  await expectAccessible(page);
  await forWhom(page).getByRole("button", { name: "Let the weight decide" }).click();
  await expect(shown).toHaveText(first?.companyName ?? "");
  await weigh(page, "4.50");
  await expect(status(page)).toContainText(`${first?.called}: 4.5 lb`);
  // After a look at the order, the packer comes back to the scale.
  await page.getByRole("link", { name: "See the order" }).click();
  await page.getByRole("link", { name: "Back to weighing by cut" }).click();
  await expect(page.getByRole("heading", { level: 1, name: cut.name })).toBeVisible();
});

test.describe("at the same time as a station", () => {
  test.use({ expectedErrors: [/status of 409|net::ERR_FAILED/] });

  test("a package whose order has been filled goes to another order", async ({ page, shop }) => {
    const cut = await cutOf(shop, [{ pieces: 1 }, { pieces: 3 }]);
    const [one, three] = cut.lines;
    // The page gets no events of others' changes.
    await page.route("**/api/events*", (route) => route.abort());
    await page.goto(cut.path);
    await expect(field(page)).toBeFocused();
    // Somebody is quicker at the order's own station.
    const answer = await page.request.post(`/api/packing/${one?.orderId}`, {
      data: {
        kind: "package",
        requestId: randomUUID(),
        itemId: one?.itemId,
        value: "1.25",
        unit: "lb",
        pieces: null,
        source: "typed",
      },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(answer.ok()).toBe(true);
    await weigh(page, "1.27");
    await page.getByRole("button", { name: `Give it to ${three?.called}` }).click();
    await expect.poll(async () => (await packedOf(shop, three?.itemId ?? "")).lb).toBe("1.27");
    expect(await packedOf(shop, one?.itemId ?? "")).toMatchObject({ lb: "1.25" });
  });
});
