import { requestContext } from "#app/context.server.ts";
import type { Route } from "./+types/robots.ts";

/** Paths for crawlers to skip (RFC 9309): signed-in areas, search results, and carts. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(requestContext);
  const lines = [
    "User-agent: *",
    ...["/admin", "/dashboard", "/api/", "/cart", "/invoices/", "/search"].map(
      (path) => `Disallow: ${path}`,
    ),
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}
