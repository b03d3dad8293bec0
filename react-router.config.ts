import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A route with its action in one file weighs less than in two (docs/decisions/0003).
  splitRouteModules: false,
  // server/edge/same-origin.ts has looked at every request before the router does, and knows the
  // public address; the router's own check would refuse whatever comes through a proxy.
  allowedActionOrigins: ["**"],
} satisfies Config;
