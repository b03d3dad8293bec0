/** Returns the `usual` size of an attack, or the `large` one with `npm run test:hostile`. */
export function scaled(usual: number, large: number): number {
  return process.env.HOSTILE === "large" ? large : usual;
}
