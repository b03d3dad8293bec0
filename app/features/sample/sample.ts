import type { Admin } from "#app/domain/access/capability.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

export interface SampleFacts {
  day: string;
  /** True if anyone has used it, so that it stays as of that day. */
  isUsed: boolean;
}

/** Ends the sample business. Created by the process entry, which alone knows the backups' place. */
export interface SampleEnd {
  /**
   * Switches to a shop without the sample's customers, orders and money, after a backup.
   * Idempotent. Returns null, or why not: a real customer has ordered or paid.
   */
  begin(admin: Admin): Promise<string | null>;
}

/** "Sample of Mon, Nov 23" once it may be older than today. */
export function sampleName({ day, isUsed }: SampleFacts): string {
  return isUsed ? `Sample of ${shortDateInWords(day)}` : "Sample business";
}

export const beginPath = "/admin/begin";
