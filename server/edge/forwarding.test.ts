import type { IncomingMessage } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { watchForwarding } from "./forwarding.ts";
import { parseProxies } from "./trusted-proxies.ts";

let lines: { level: number; msg: string }[];
beforeEach(() => {
  lines = [];
});

/** Sends requests one after another, by their connection's address and the header. */
function ask(trusted: string | null, requests: [connected: string, forwarded?: string][]) {
  const proxies = trusted ? (parseProxies(trusted) ?? undefined) : undefined;
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const watch = watchForwarding(proxies, log);
  for (const [remoteAddress, forwarded] of requests) {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    watch({ socket: { remoteAddress }, headers } as IncomingMessage);
  }
}

const many = (connected: string, forwarded?: string) =>
  Array.from({ length: 50 }, (): [string, string?] => [connected, forwarded]);
const proxy = "127.0.0.1";

describe("a warning is logged once", () => {
  it.each([
    ["that the header never comes", proxy, many(proxy), /no request has X-Forwarded-For/],
    [
      "that the header comes from an address that is not the proxy's",
      "10.0.0.1",
      many(proxy, "203.0.113.7"),
      /does not name/,
    ],
    ["that a proxy is not trusted", null, many(proxy, "203.0.113.7"), /set TRUST_PROXY/],
  ])("%s", (_, trusted, requests, words) => {
    ask(trusted, [...requests, ...requests]);
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringMatching(words) }),
    ]);
    // No line contains an address.
    expect(JSON.stringify(lines)).not.toMatch(/203\.0|10\.0\.0/);
  });
});

describe("nothing is logged", () => {
  const mixed = many(proxy).slice(1);
  it.each([
    ["if the proxy names the visitor", proxy, many(proxy, "203.0.113.7")],
    ["if some requests are the proxy's own", proxy, [...mixed, [proxy, "203.0.113.7"]]],
    ["if there is no proxy", null, many("203.0.113.7")],
    ["if visitors write the header themselves", null, [...mixed, ["203.0.113.7", "1.2.3.4"]]],
    ["before there were enough requests", proxy, many(proxy).slice(1)],
  ] as [string, string | null, [string, string?][]][])("%s", (_, trusted, requests) => {
    ask(trusted, requests);
    expect(lines).toEqual([]);
  });
});
