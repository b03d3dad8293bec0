/** Describes when to try again: "in a minute", "in 12 minutes". */
export function whenAgain(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "in a minute" : `in ${minutes} minutes`;
}
