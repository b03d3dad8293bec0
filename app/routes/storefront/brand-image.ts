import { createHash } from "node:crypto";
import { requestContext } from "#app/context.server.ts";
import { type BrandImage, brandImage } from "#app/domain/pictures/brand-images.server.ts";
import { QueueFullError } from "#app/domain/pictures/variants/work-queue.server.ts";
import type { Route } from "./+types/brand-image.ts";

const images: Record<string, { kind: BrandImage; type: string }> = {
  "/favicon.png": { kind: "icon", type: "image/png" },
  "/apple-touch-icon.png": { kind: "touch-icon", type: "image/png" },
  // For the web app manifest (manifest.ts).
  "/icon-192.png": { kind: "home-icon", type: "image/png" },
  "/icon-512.png": { kind: "large-icon", type: "image/png" },
  "/images/share.jpg": { kind: "share", type: "image/jpeg" },
  // Clients that request this URL by default accept a PNG too.
  "/favicon.ico": { kind: "icon", type: "image/x-icon" },
};

/** The site's icons, and the image of shared links. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { shop, images: library, log } = context.get(requestContext);
  const asked = images[url.pathname];
  if (!asked) return new Response("Not found", { status: 404 });
  try {
    const image = await brandImage(shop.company, asked.kind, library);
    const etag = `"${createHash("sha256").update(image).digest("base64url").slice(0, 22)}"`;
    const headers = { "Cache-Control": "public, max-age=3600", ETag: etag };
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(image), {
      headers: { ...headers, "Content-Type": asked.type },
    });
  } catch (error) {
    if (!(error instanceof QueueFullError)) log.error({ err: error }, "drawing an icon failed");
    return new Response("Not now", { status: 503, headers: { "Retry-After": "5" } });
  }
}
