import { requestContext } from "#app/context.server.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import type { Route } from "./+types/manifest.ts";

/**
 * The web app manifest, for home screens (https://www.w3.org/TR/appmanifest/): name and icons. The
 * client area links to `/orders.webmanifest`, which makes the order form an app of its own.
 */
export function loader({ context, url }: Route.LoaderArgs) {
  const { name, shortName } = context.get(requestContext).shop.company;
  const icons = [192, 512].map((side) => ({
    src: `/icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: "image/png",
  }));
  const colours = { background_color: "#f8f1e9", theme_color: "#7b1e22" };
  const isOrders = url.pathname.startsWith("/orders");
  const manifest = isOrders
    ? {
        id: placeOrderPath,
        name: `${name} orders`,
        short_name: shortName,
        start_url: placeOrderPath,
        scope: "/dashboard",
        display: "standalone",
        ...colours,
        icons,
      }
    : { name, short_name: shortName, start_url: "/", display: "browser", ...colours, icons };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
