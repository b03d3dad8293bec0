import type { Count, RateRule } from "./rate-rule.ts";

/**
 * What an address is counted as, the narrowest network first: an IPv4 address itself, of an IPv6 one
 * its /64, /56 and /48. Whoever has a line has the first of these, a household mostly the second, a
 * company the third (RFC 6177, sections 1 and 2; RFC 4291, section 2.5.4).
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

/**
 * How much more a /56 and a /48 may do than one /64: many people may share them, and one attacker
 * may have all of one.
 */
export const growth: readonly number[] = [1, 4, 16];

/**
 * Counts a rule by network. A network that is refused counts no further, so that nobody uses up what
 * the wider ones may do for their neighbours.
 *
 * @param subject what else is counted apart, e.g. the account that is tried
 * @param factors by which the allowance grows with the network, beginning with 1
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
