/**
 * Returns the scale of an attack: one that every test run can carry, or with `npm run test:hostile`
 * the full size that the shop was attacked with.
 */
export function scaled(usual: number, large: number): number {
  return process.env.HOSTILE === "large" ? large : usual;
}
