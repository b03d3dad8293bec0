/** A field that nobody sees, and only a robot fills in. */
export const trapField = "website";

/** How long a form was open in the browser, in milliseconds. Without JavaScript it stays empty. */
export const openForField = "openFor";

/** A person needs longer to fill in any of these forms; the browser's own autofill included. */
const shortestMs = 2000;

/** What gives a form away as a robot's. */
export type RobotSign = "trap" | "haste";

/**
 * What gives a robot away: it filled in what nobody sees, or was quicker than anybody. Null for a
 * person. The page is the same for all, so that no stamp of the server's can be in it: the time is
 * the browser's word, and where it says nothing the trap and the rate limits remain.
 */
export function botSign(fields: Record<string, string>): RobotSign | null {
  if (fields[trapField]) return "trap";
  const openFor = fields[openForField];
  if (!openFor) return null;
  // What is no number was not written by our page.
  return Number(openFor) >= shortestMs ? null : "haste";
}
