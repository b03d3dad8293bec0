import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import type { PostalAnswer } from "./postal-answer.ts";
import { againParameter, postalKey, postalParameter } from "./postal-question.ts";

/** Returns the last code that this browser asked about; empty if none. Browser only. */
export function rememberedPostalCode(): string {
  return withStorage((storage) => storage.getItem(postalKey)) ?? "";
}

/**
 * Asks the shop about a postal code. A valid code is remembered; anything else never leaves the
 * browser. An empty one only asks whether postal codes are needed. Browser only.
 *
 * @returns null if the shop can't be reached
 */
export async function askPostal(
  typed: string,
  { isAgain }: { isAgain: boolean },
): Promise<PostalAnswer | null> {
  const read = readPostalCode(typed);
  if (!read.ok && read.reason === "malformed") {
    return { state: "malformed", words: read.words, days: [], pickups: [], isOpenToAll: true };
  }
  const postalCode = read.ok ? read.postalCode : typed.trim();
  const query = new URLSearchParams({ [postalParameter]: postalCode });
  if (isAgain) query.set(againParameter, "");
  try {
    const response = await fetch(`/api/delivery?${query}`, {
      headers: { accept: "application/json" },
    });
    if (!response.ok) return null;
    const answer: PostalAnswer = await response.json();
    if (postalCode && answer.state !== "unset") {
      withStorage((storage) => storage.setItem(postalKey, postalCode));
    }
    return answer;
  } catch {
    return null;
  }
}
