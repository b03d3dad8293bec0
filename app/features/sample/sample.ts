import type { Admin } from "#app/domain/access/capability.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

/** What the back office says of the sample business; null in a shop without. */
export interface SampleFacts {
  /** The day that it was made for. */
  day: string;
  /** Somebody has done something in it, so it stays as of that day. */
  isUsed: boolean;
}

/** Ends the sample business. The process entry makes one, for it alone knows where backups go. */
export interface SampleEnd {
  /**
   * Swaps in a shop without the sample's customers, orders and money, after a backup of it. Done twice it
   * is done once.
   *
   * @returns why it is refused, once a customer of the owner's own has ordered or paid; null when it is done
   */
  begin(admin: Admin): Promise<string | null>;
}

/** "Sample of Mon, Nov 23" once it may be older than today. */
export function sampleName({ day, isUsed }: SampleFacts): string {
  return isUsed ? `Sample of ${shortDateInWords(day)}` : "Sample business";
}

export const beginPath = "/admin/begin";
