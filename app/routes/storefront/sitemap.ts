import { defaultGuideTab, guideTabs } from "#app/content/guide-tabs.ts";
import { requestContext } from "#app/context.server.ts";
import { productPath } from "#app/domain/catalogue/category.ts";
import { categories } from "#db/schema/values/products.ts";
import type { Route } from "./+types/sitemap.ts";

const pages = [
  "/",
  "/shop",
  "/why-aaa",
  "/wholesale",
  "/about",
  "/cuts",
  ...guideTabs.filter(({ id }) => id !== defaultGuideTab).map(({ id }) => `/cuts?tab=${id}`),
  "/faq",
  "/delivery",
  "/contact",
  "/privacy",
  "/terms",
];

/** All indexable pages (https://www.sitemaps.org/protocol.html). */
export async function loader({ context }: Route.LoaderArgs) {
  const { catalog, siteUrl } = context.get(requestContext);
  const products = await catalog.pages();
  const entry = (path: string, rest = "") =>
    `<url><loc>${escaped(siteUrl + path)}</loc>${rest}</url>`;
  const urls = [
    ...pages.map((path) => entry(path)),
    ...categories.map((category) => entry(`/shop/${category}`)),
    ...products.map(({ category, slug, updatedAt }) =>
      entry(productPath(category, slug), `<lastmod>${updatedAt.toISOString()}</lastmod>`),
    ),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
