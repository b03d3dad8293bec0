import { expect, test } from "../fixtures.ts";

test("no public page has a dead link or anchor", async ({ request }) => {
  test.slow();
  const htmlOf = new Map<string, string>();
  const anchors: { from: string; path: string; id: string }[] = [];
  const waiting = ["/"];
  for (let from = waiting.shift(); from; from = waiting.shift()) {
    if (htmlOf.has(from)) continue;
    const answer = await request.get(from, { maxRedirects: 0 });
    expect(answer.status(), from).toBe(200);
    const html = await answer.text();
    htmlOf.set(from, html);
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*?\shref="([/#][^"]*)"/g)) {
      const [path = "", id] = href.replaceAll("&amp;", "&").split("#");
      // These need accounts and have their own tests.
      if (/^\/(login|dashboard|admin)\b/.test(path)) continue;
      const to = path === "" ? from : path;
      if (!htmlOf.has(to)) waiting.push(to);
      if (id) anchors.push({ from, path: to, id });
    }
  }
  expect(htmlOf.size).toBeGreaterThan(60);
  for (const { from, path, id } of anchors) {
    expect(htmlOf.get(path), `${from} links to ${path}#${id}`).toContain(`id="${id}"`);
  }
});

test("the contact page shows where, when and how to reach the shop, and links to wholesale", async ({
  page,
}) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^604-555-01\d\d$/ })).toHaveAttribute(
    "href",
    /^tel:\+1604555/,
  );
  await expect(main.getByRole("link", { name: /@example\.com$/ })).toHaveAttribute(
    "href",
    /^mailto:/,
  );
  await expect(main.getByText("Abbotsford, BC")).toBeVisible();
  await expect(main.getByText("9 am – 5 pm Pacific")).toBeVisible();
  await expect(main.getByText("By appointment", { exact: true })).toBeVisible();
  await expect(main.getByText("Closed")).toBeVisible();
  await main.getByRole("link", { name: "Wholesale" }).click();
  await expect(page).toHaveURL(/\/wholesale$/);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Wholesale Login" }),
  ).toHaveAttribute("href", "/login");
});
