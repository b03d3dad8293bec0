import { productNames } from "#app/domain/guides/product-names.server.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { bar, expect, openPad, pounds, test } from "../placing/place-order-page.ts";

test("a pasted list is shown before it is added, and can be removed again", async ({
  page,
  client: _client,
  oxtail,
}) => {
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("2");
  await page.getByText("Paste a list").click();
  const list = [
    "10 lb ribeye steak",
    `${oxtail.name}\t4.5`,
    "6 doz farm eggs",
    "12 lb steak",
    "x".repeat(10_000),
  ].join("\n");
  await page.getByLabel("Your list, a product on each line").fill(list);
  await page.getByRole("button", { name: "Check the list" }).click();
  const said = page.getByRole("status").filter({ hasText: "understood" });
  await expect(said).toHaveText("2 of 5 lines understood, 2 to decide. Nothing is added yet.");
  await expect(page.getByText("This line is too long to be one product. Left out.")).toBeVisible();
  await expect(bar(page)).toContainText("1 product, 2 lb");
  const add = page.getByRole("button", { name: /to the order$/ });
  await expect(add).toBeDisabled();
  await page.getByLabel("Product of line 3").selectOption("Leave it out");
  await page.getByLabel("Product of line 4").selectOption("T-Bone Steak");
  await expect(said).toContainText("3 of 5 lines understood.");
  await add.click();
  await expect(toastText(page, "3 lines added")).toBeVisible();
  // Pasted and earlier amounts of a product become one line.
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("12");
  await expect(pounds(page, oxtail.name)).toHaveValue("4.5");
  await expect(bar(page)).toContainText("3 products, 28.5 lb");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(page)).toContainText("1 product, 2 lb");
});

test("reads a CSV file by its headings, and remembers the choices", async ({
  page,
  shop,
  client,
}) => {
  await openPad(page);
  const file = (text: string) => ({
    name: "order.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  const choose = async (text: string) => {
    await page.getByText("Paste a list").click();
    await page.getByLabel("Or a CSV file").setInputFiles(file(text));
  };
  await choose(
    'Item,Qty,Unit\r\n"Ribeye Steak",12.5,lb\r\n"the usual chuck",10,lb\r\nBrisket,,lb\r\n',
  );
  await expect(page.getByRole("status").filter({ hasText: "understood" })).toHaveText(
    "1 of 2 lines understood, 1 to decide. Nothing is added yet.",
  );
  await expect(page.getByText("1 row without a quantity.")).toBeVisible();
  await page.getByLabel("Product of line 2").selectOption("T-Bone Steak");
  const kept = page.waitForResponse("**/api/product-names");
  await page.getByRole("button", { name: "Add 2 lines to the order" }).click();
  expect((await kept).status()).toBe(204);
  await expect(bar(page)).toContainText("2 products, 22.5 lb");
  expect(await productNames(shop.db, { customerId: client.userId })).toMatchObject({
    "the usual chuck": expect.any(String),
  });
  await page.reload();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("12.5");
  await choose("The Usual Chuck;4\n");
  await expect(page.getByRole("status").filter({ hasText: "understood" })).toContainText(
    "1 of 1 line understood.",
  );
  await page.getByLabel("Or a CSV file").setInputFiles(file("PK\u0003\u0004\u0000"));
  await expect(page.getByText("This is not a CSV or text file.")).toBeVisible();
});
