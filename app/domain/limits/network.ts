import type { Count, RateRule } from "./rate-rule.ts";

/**
 * Returns the networks an address counts towards, narrowest first: an IPv4 address itself; for IPv6
 * its /64, /56 and /48. A single connection usually gets a /64, a household a /56, a company a /48
 * (RFC 6177, sections 1 and 2; RFC 4291, section 2.5.4).
 */
export function networksOf(address: string): readonly string[] {
  const plain = (address.split("%", 1)[0] ?? "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return [mapped[1]];
  if (!plain.includes(":")) return [plain];
  const [head = "", tail] = plain.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16) || 0);
  const [site, subnet = 0] = [groups.slice(0, 3), groups[3]];
  const written = (parts: number[], bits: number) =>
    `${parts.map((part) => part.toString(16)).join(":")}::/${bits}`;
  return [
    written([...site, subnet], 64),
    written([...site, subnet & 0xff00], 56),
    written(site, 48),
  ];
}

/** Allowance of a /56 and a /48 relative to a /64: many users, or one attacker, may fill it. */
export const growth: readonly number[] = [1, 4, 16];

/**
 * Applies a rule per network. Once a network is refused, its requests no longer count towards wider
 * ones: nobody uses up their neighbours' allowance.
 *
 * @param subject an additional key, e.g. the account being tried
 * @param factors multipliers of the allowance per network size, starting with 1
 */
export function byNetwork(
  rule: RateRule,
  clientAddress: string,
  { subject = "", factors = growth }: { subject?: string; factors?: readonly number[] } = {},
): Count[] {
  return networksOf(clientAddress).map((network, width) => [
    { ...rule, times: Math.floor(rule.times * (factors[width] ?? 1)) },
    subject ? `${subject}\0${network}` : network,
  ]);
}
