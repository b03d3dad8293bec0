/** Honeypot: an invisible field that only bots fill in. */
export const trapField = "website";

/** How long the form was open in the browser, in milliseconds. Empty without JavaScript. */
export const openForField = "openFor";

/** Nobody fills in these forms faster, not even with autofill. */
const shortestMs = 2000;

/** Why a form looks like spam. */
export type RobotSign = "trap" | "haste";

/**
 * Detects bots: they fill in the honeypot or submit too fast. Null for a person. Pages are cached
 * and the same for everyone, so they can't contain a server timestamp: the time is reported by the
 * browser, and without it only the honeypot and the rate limits apply.
 */
export function botSign(fields: Record<string, string>): RobotSign | null {
  if (fields[trapField]) return "trap";
  const openFor = fields[openForField];
  if (!openFor) return null;
  // Our page never writes anything but a number.
  return Number(openFor) >= shortestMs ? null : "haste";
}
