import type { ProfileAnswer } from "./profile-answer.ts";
import { checkProfile } from "./profile-form.ts";

/**
 * What the server would answer to a profile that was filled in wrongly. A module of its own, because
 * the browser fetches it only when the form is sent: the schema outweighs the page.
 */
export function refusalOf(fields: Record<string, string>): ProfileAnswer | undefined {
  return checkProfile(fields).refused;
}
