import { requestContext } from "#app/context.server.ts";
import type { Route } from "./+types/security-txt.ts";

/** In ms; the file must be reviewed by then. RFC 9116 recommends less than a year. */
const goodFor = 180 * 24 * 60 * 60_000;

/** Says where to report a security problem of the shop (RFC 9116). */
export function loader({ context }: Route.LoaderArgs) {
  const { shop } = context.get(requestContext);
  const expires = new Date(Date.now() + goodFor);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${shop.company.email}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    `Canonical: ${shop.siteUrl}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}
