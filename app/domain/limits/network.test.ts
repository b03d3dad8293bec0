import { describe, expect, it } from "vitest";
import { byNetwork, networksOf } from "./network.ts";

describe("networksOf", () => {
  it.each([
    ["203.0.113.7", ["203.0.113.7"]],
    ["::ffff:203.0.113.7", ["203.0.113.7"]],
    ["::FFFF:203.0.113.7", ["203.0.113.7"]],
    ["2001:db8:1:2:3:4:5:6", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"]],
    ["2001:0DB8:0001:ab02::6", ["2001:db8:1:ab02::/64", "2001:db8:1:ab00::/56", "2001:db8:1::/48"]],
    ["2001:db8::6", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
    ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0::/48"]],
    ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
    ["", [""]],
  ])("counts the address %s as %j", (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });
});

describe("byNetwork", () => {
  const rule = { name: "knocking", times: 10, seconds: 60 };

  it("allows more requests for wider networks", () => {
    const counts = byNetwork(rule, "2001:db8::1", { factors: [1, 1.25, 2] });
    expect(counts.map(([{ times }]) => times)).toEqual([10, 12, 20]);
    expect(byNetwork(rule, "203.0.113.7")).toEqual([[rule, "203.0.113.7"]]);
  });

  it("counts an additional subject separately", () => {
    expect(byNetwork(rule, "203.0.113.7", { subject: "a@example.com" })).toEqual([
      [rule, `a@example.com${"\0"}203.0.113.7`],
    ]);
  });
});
