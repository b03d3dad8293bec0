import type { ProfileFields } from "./profile.ts";

/** What the account page answers when it stays: what went wrong, and what was typed. */
export interface ProfileAnswer {
  message?: string;
  errors?: Partial<Record<keyof ProfileFields, string[]>>;
  values?: Record<string, string>;
}

/** Said when nothing better is known (specification, section 8). */
export const updateFailed = "An error occurred while updating your account";
