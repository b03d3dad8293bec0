import { categories } from "#db/schema/values/products.ts";
import { expect, test } from "../fixtures.ts";

/** Returns the content of a page's head as a search engine reads it, without running scripts. */
function headOf(html: string) {
  const content = (attribute: string) =>
    [...html.matchAll(new RegExp(`<meta ${attribute} content="([^"]*)"`, "g"))].map(([, v]) => v);
  return {
    canonical: [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href),
    url: content('property="og:url"'),
    title: content('property="og:title"'),
    image: content('property="og:image"'),
    robots: content('name="robots"'),
    facts: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = ""]): unknown => JSON.parse(json),
    ),
  };
}

const listed = [
  { path: "/" },
  { path: "/shop" },
  { path: "/shop?category=loin", canonical: "/shop/loin" },
  { path: "/shop?category=unicorn", canonical: "/shop" },
  { path: "/shop/loin" },
  { path: "/shop/loin/striploin-steak?utm_source=mail", canonical: "/shop/loin/striploin-steak" },
  { path: "/why-aaa" },
  { path: "/wholesale" },
  { path: "/about" },
  { path: "/cuts" },
  { path: "/cuts?tab=ground" },
  { path: "/cuts?tab=loin", canonical: "/cuts" },
  { path: "/faq" },
  { path: "/contact" },
  { path: "/delivery" },
  { path: "/privacy" },
  { path: "/terms" },
  { path: "/login?create", canonical: "/login" },
];

for (const { path, canonical = path } of listed) {
  test(`${path} has its canonical address and a link preview`, async ({ request, shop }) => {
    const head = headOf(await (await request.get(path)).text());
    expect(head.canonical).toEqual([shop.url + canonical]);
    expect(head.url).toEqual(head.canonical);
    expect(head.title).toEqual([expect.stringMatching(/\S/)]);
    expect(head.robots).toEqual([]);
    expect(head.image).toHaveLength(1);
    const image = await request.get(String(head.image[0]));
    expect(image.status()).toBe(200);
    expect(image.headers()["content-type"]).toMatch(/^image\/(jpeg|png|webp)/);
  });
}

for (const path of ["/search?q=steak", "/forgot-password", "/unicorn", "/shop/unicorn"]) {
  test(`${path} is not indexed`, async ({ request }) => {
    const head = headOf(await (await request.get(path)).text());
    expect(head.robots).toEqual(["noindex"]);
    expect(head.canonical).toEqual([]);
  });
}

test("a product has one canonical address", async ({ request, shop }) => {
  const html = await (await request.get("/shop/loin")).text();
  const [byId] = /\/shop\/loin\/[0-9a-f-]{36}/.exec(html) ?? [];
  const head = headOf(await (await request.get(String(byId))).text());
  expect(head.canonical[0]).toMatch(`${shop.url}/shop/loin/`);
  expect(head.canonical[0]).not.toContain(String(byId));
});

test("the home page describes the business, its address and its hours", async ({
  request,
  shop,
}) => {
  const [business] = headOf(await (await request.get("/")).text()).facts;
  expect(business).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Store",
    url: `${shop.url}/`,
    telephone: expect.stringMatching(/^\+1604555/),
    address: { "@type": "PostalAddress", addressLocality: "Abbotsford", addressRegion: "BC" },
    openingHoursSpecification: [{ opens: "09:00", closes: "17:00" }],
  });
});

test("a product page describes its price per pound, and its place in the shop", async ({
  request,
  shop,
}) => {
  const url = `${shop.url}/shop/loin/striploin-steak`;
  const html = await (await request.get(url)).text();
  const [product, trail] = headOf(html).facts;
  const [, price] = /\$(\d+\.\d\d)\/lb/.exec(html.replace(/<[^>]*>/g, "")) ?? [];
  expect(product).toMatchObject({
    "@type": "Product",
    name: "Striploin Steak",
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "CAD",
      availability: "https://schema.org/InStock",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price,
        unitCode: "LBR",
        // Google reads the unit price from this.
        referenceQuantity: { value: 1, unitCode: "LBR", valueReference: { unitCode: "LBR" } },
      },
    },
  });
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, item: `${shop.url}/` },
      { position: 2, item: `${shop.url}/shop` },
      { position: 3, item: `${shop.url}/shop/loin` },
      { position: 4, item: url },
    ],
  });
});

test("the FAQ describes its eight questions and answers", async ({ request }) => {
  const [questions] = headOf(await (await request.get("/faq")).text()).facts;
  const answered = { "@type": "Question", acceptedAnswer: { "@type": "Answer" } };
  expect(questions).toMatchObject({ "@type": "FAQPage", mainEntity: Array(8).fill(answered) });
});

test("the sitemap lists every category and product, and each exists", async ({ request, shop }) => {
  const answer = await request.get("/sitemap.xml");
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  const urls = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(new Set(urls).size).toBe(urls.length);
  for (const category of categories) expect(urls).toContain(`${shop.url}/shop/${category}`);
  expect(urls.filter((url) => /\/shop\/[^/]+\/./.test(String(url)))).toHaveLength(42);
  for (const url of urls) {
    const page = await request.get(String(url), { maxRedirects: 0 });
    expect(page.status(), url).toBe(200);
    expect(headOf(await page.text()).canonical, url).toEqual([url]);
  }
});

test("robots.txt keeps crawlers out of the back office and names the sitemap", async ({
  request,
  shop,
}) => {
  const answer = await request.get("/robots.txt");
  expect(answer.headers()["content-type"]).toContain("text/plain");
  const lines = (await answer.text()).split("\n");
  expect(lines).toEqual(expect.arrayContaining(["User-agent: *", "Disallow: /admin"]));
  expect(lines).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
});

test("security.txt names a contact for security reports, and expires within a year", async ({
  request,
  shop,
}) => {
  const answer = await request.get("/.well-known/security.txt");
  expect(answer.headers()["content-type"]).toContain("text/plain");
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:\S+@example\.com$/m);
  expect(text).toContain(`Canonical: ${shop.url}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
});
