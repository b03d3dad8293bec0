import type { FormAnswer } from "#app/lib/form/form-answer.ts";
import type { ProfileFields } from "./profile.ts";

/** The answer of the account page when it doesn't redirect. */
export type ProfileAnswer = FormAnswer<keyof ProfileFields>;

/** Shown to a member who may not change the details. */
export const onlyOwner = "Only the owner of this account can change these details.";

/** Shown if there's no more specific message (specification, section 8). */
export const updateFailed = "An error occurred while updating your account";
