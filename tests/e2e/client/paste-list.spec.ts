import { toastText } from "../fixtures.ts";
import { bar, expect, openPad, pounds, test } from "./place-order-page.ts";

test("a list is pasted, seen before it is added, and taken back", async ({
  page,
  client,
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
  // What was there already and what was pasted are one line.
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("12");
  await expect(pounds(page, oxtail.name)).toHaveValue("4.5");
  await expect(bar(page)).toContainText("3 products, 28.5 lb");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(page)).toContainText("1 product, 2 lb");
  expect(client.userId).toBeTruthy();
});
