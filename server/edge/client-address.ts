import type { BlockList } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { askedFrom } from "./trusted-proxies.ts";

/**
 * The address that a request came from: the other end of its connection, or whom a trusted proxy
 * there names. No other header is believed, since whoever asks can write what they like there.
 * Empty where there is no connection, as in tests.
 */
export function clientAddress(c: Context, proxies?: BlockList): string {
  const env: { incoming?: unknown } | undefined = c.env;
  const connected = env?.incoming ? (getConnInfo(c).remote.address ?? "") : "";
  return askedFrom(proxies, connected, c.req.header("x-forwarded-for"));
}
