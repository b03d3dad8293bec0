import { requestContext } from "#app/context.server.ts";
import type { Route } from "./+types/manifest.ts";

/** The shop on a telephone's home screen (https://www.w3.org/TR/appmanifest/): its name and its icons. */
export function loader({ context }: Route.LoaderArgs) {
  const { name, shortName } = context.get(requestContext).shop.company;
  const icons = [192, 512].map((side) => ({
    src: `/icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: "image/png",
  }));
  const looks = { display: "browser", background_color: "#f8f1e9", theme_color: "#7b1e22" };
  const manifest = { name, short_name: shortName, start_url: "/", ...looks, icons };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
