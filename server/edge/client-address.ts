import type { BlockList } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { askedFrom } from "./trusted-proxies.ts";

/**
 * The client's address: the peer of the connection, or the one named by a trusted proxy there. No
 * other header is trusted, since clients can send anything. Empty without a connection, as in
 * tests.
 */
export function clientAddress(c: Context, proxies?: BlockList): string {
  const env: { incoming?: unknown } | undefined = c.env;
  const connected = env?.incoming ? (getConnInfo(c).remote.address ?? "") : "";
  return askedFrom(proxies, connected, c.req.header("x-forwarded-for"));
}
