import { requestContext } from "#app/context.server.ts";
import { type BrandImage, brandImage } from "#app/domain/pictures/brand-images.server.ts";
import { QueueFullError } from "#app/domain/pictures/variants/work-queue.server.ts";
import type { Route } from "./+types/brand-image.ts";

const images: Record<string, { kind: BrandImage; type: string }> = {
  "/favicon.png": { kind: "icon", type: "image/png" },
  "/apple-touch-icon.png": { kind: "touch-icon", type: "image/png" },
  "/images/share.jpg": { kind: "share", type: "image/jpeg" },
  // What asks for this address without being told takes a PNG too.
  "/favicon.ico": { kind: "icon", type: "image/x-icon" },
};

/** The site's icons, and the image of shared links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, images: library, log } = context.get(requestContext);
  const asked = images[url.pathname];
  if (!asked) return new Response("Not found", { status: 404 });
  try {
    const image = await brandImage(shop.company, asked.kind, library);
    return new Response(new Uint8Array(image), {
      headers: { "Content-Type": asked.type, "Cache-Control": "public, max-age=3600" },
    });
  } catch (error) {
    if (!(error instanceof QueueFullError)) log.error({ err: error }, "drawing an icon failed");
    return new Response("Not now", { status: 503, headers: { "Retry-After": "5" } });
  }
}
