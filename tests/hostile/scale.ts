/**
 * How much of an attack is made: as much as every run of the tests can carry, or with
 * `npm run test:hostile` as much as the shop has been attacked with.
 */
export function scaled(usual: number, large: number): number {
  return process.env.HOSTILE === "large" ? large : usual;
}
