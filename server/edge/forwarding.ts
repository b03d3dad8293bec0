import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import type { Logger } from "pino";
import { isTrusted } from "./trusted-proxies.ts";

/** Number of requests that are checked after a start. */
const looked = 50;

const never =
  "TRUST_PROXY is set, but no request has X-Forwarded-For: the limits count all visitors as one (deploy/)";
const others =
  "X-Forwarded-For comes only from addresses that TRUST_PROXY does not name: the limits count all visitors as one";
const unset =
  "all requests come from one address with X-Forwarded-For: set TRUST_PROXY to that proxy, or the limits count all visitors as one";

/**
 * Checks the first requests after a start and logs once if the reverse proxy and TRUST_PROXY do not
 * match. Otherwise nobody would notice until one visitor exhausts the limits of all.
 *
 * @returns call it for every request
 */
export function watchForwarding(proxies: BlockList | undefined, log: Logger) {
  const connected = new Set<string>();
  let seen = 0;
  let forwarded = 0;
  let trusted = 0;

  return ({ socket, headers }: IncomingMessage): void => {
    if (seen === looked) return;
    seen += 1;
    const address = socket.remoteAddress ?? "";
    const isForwarded = headers["x-forwarded-for"] !== undefined;
    connected.add(address);
    if (isForwarded) forwarded += 1;
    if (isForwarded && isTrusted(proxies, address)) trusted += 1;
    if (seen < looked) return;
    if (proxies && forwarded === 0) log.warn(never);
    else if (proxies && trusted === 0) log.warn(others);
    else if (!proxies && forwarded === looked && connected.size === 1) log.warn(unset);
  };
}
