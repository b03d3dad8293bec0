import { checkForm } from "#app/lib/form/check-form.ts";
import type { ProfileAnswer } from "./profile-answer.ts";
import { profileForm } from "./profile-form.ts";

/**
 * The answer the server would give to an invalid profile; undefined if valid. A separate module, so
 * that the page loads the schema, which is larger than itself, only when the form is submitted.
 */
export function refusalOf(fields: Record<string, string>): ProfileAnswer | undefined {
  return checkForm(profileForm, fields).refused;
}
