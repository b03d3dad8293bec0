import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import type { FormAnswer as Answer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";

/** What /login, /forgot-password and the pages behind mailed links answer when they stay. */
export interface FormAnswer extends Answer {
  /** The mailed link has been used up or has expired since the page was opened. */
  spent?: boolean;
  /** It went well, and this is what there is to know now. */
  done?: string;
}

/** Shown for unexpected errors. */
export const unexpectedMessage = "An unexpected error occurred. Please try again.";

/** Shown after signing up if addresses must be confirmed. */
export const confirmMessage = "Please check your email to confirm your account.";

export function tooOftenMessage(seconds: number): string {
  return `Too many attempts in a short time. Please try again ${whenAgain(seconds)}.`;
}

/** @param wait seconds until the next attempt is allowed */
export function tooOften(wait: number): Refusal {
  return new Refusal("too often", tooOftenMessage(wait), { wait });
}

/** As `tooOften`, for an address that has been mailed the maximum number of links. */
export function mailedBefore(wait: number): Refusal {
  const message = `We have already sent a link to this address. Please check your inbox and your junk folder, or try again ${whenAgain(wait)}.`;
  return new Refusal("too often", message, { wait });
}
