import { data } from "react-router";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import type { FormAnswer as Answer } from "#app/lib/form/submitted-form.ts";

/** What /login, /forgot-password and the pages behind mailed links answer when they stay. */
export interface FormAnswer extends Answer {
  /** The mailed link has been used up or has expired since the page was opened. */
  spent?: boolean;
  /** It went well, and this is what there is to know now. */
  done?: string;
}

/** Shown for unexpected errors (specification, section 8). */
export const unexpectedMessage = "An unexpected error occurred. Please try again.";

/** Shown after signing up if addresses must be confirmed (specification, section 4). */
export const confirmMessage = "Please check your email to confirm your account.";

export function tooOftenMessage(seconds: number): string {
  return `Too many attempts in a short time. Please try again ${whenAgain(seconds)}.`;
}

/**
 * The answer to a rate-limited account form: 429 with the submitted values except the password.
 *
 * @param seconds until the next attempt is allowed
 */
export function tooOften(seconds: number, values: Record<string, string> = {}) {
  return refusal(tooOftenMessage(seconds), seconds, values);
}

/** As `tooOften`, for an address that has been mailed the maximum number of links. */
export function mailedBefore(seconds: number, values: Record<string, string> = {}) {
  const message = `We have already sent a link to this address. Please check your inbox and your junk folder, or try again ${whenAgain(seconds)}.`;
  return refusal(message, seconds, values);
}

function refusal(message: string, seconds: number, values: Record<string, string>) {
  const answer: FormAnswer = { message, values };
  return data(answer, { status: 429, headers: { "Retry-After": String(seconds) } });
}
