import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A route with its action in one file is smaller than in two (docs/decisions/0003).
  splitRouteModules: false,
  // server/edge/same-origin.ts checks every request before the router, and knows the public
  // address; the router's own check would refuse every request through a proxy.
  allowedActionOrigins: ["**"],
} satisfies Config;
