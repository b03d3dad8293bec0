import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * Parses the reverse proxies whose X-Forwarded-For we trust.
 *
 * @param list addresses and networks, e.g. "127.0.0.1, 10.0.0.0/8, fd00::/8"
 * @returns null when one of them is neither
 */
export function parseProxies(list: string): BlockList | null {
  const proxies = new BlockList();
  for (const entry of list.split(",").map((part) => part.trim())) {
    const [address = "", prefix, ...more] = entry.split("/");
    const bits = isIP(address) === 6 ? 128 : 32;
    const isWhole = prefix === undefined;
    if (!isIP(address) || more.length > 0) return null;
    if (!isWhole && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return null;
    proxies.addSubnet(address, isWhole ? bits : Number(prefix), familyOf(address));
  }
  return proxies;
}

/**
 * Returns the client's address: the peer of the connection or, if that is a trusted proxy, the one
 * it names. Each proxy appends its client to `X-Forwarded-For`, so it is read from the right up to
 * the first address that is not a trusted proxy; anything left of that could be forged.
 *
 * @param connected the peer of the connection
 * @param forwarded the header `X-Forwarded-For`
 */
export function askedFrom(
  proxies: BlockList | undefined,
  connected: string,
  forwarded: string | undefined,
): string {
  if (!isTrusted(proxies, connected) || !forwarded) return connected;
  let from = connected;
  for (const claim of forwarded.split(",").reverse()) {
    const address = withoutPort(claim.trim());
    // Not an address: fall back to the last proxy that was valid.
    if (!isIP(address)) return from;
    from = address;
    if (!isTrusted(proxies, address)) return from;
  }
  return from;
}

/** True if an address is a trusted proxy's; false for anything that isn't an address. */
export function isTrusted(proxies: BlockList | undefined, address: string): boolean {
  return isIP(address) !== 0 && (proxies?.check(address, familyOf(address)) ?? false);
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(claim: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(claim)?.[1] ?? claim.replace(/^([\d.]+):\d+$/, "$1");
}

/**
 * Returns the address of a request's client (see `askedFrom`), empty without a connection. Reads no
 * header but X-Forwarded-For, and that only from trusted proxies: clients can send any header.
 */
export function clientAddress(c: Context, proxies?: BlockList): string {
  const env: { incoming?: unknown } | undefined = c.env;
  const connected = env?.incoming ? (getConnInfo(c).remote.address ?? "") : "";
  return askedFrom(proxies, connected, c.req.header("x-forwarded-for"));
}
