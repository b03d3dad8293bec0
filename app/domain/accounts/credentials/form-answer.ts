import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import type { FormAnswer as Answer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";

/** The answer of /login, /forgot-password and the pages of mailed links unless they redirect. */
export interface FormAnswer extends Answer {
  /** True if the mailed link was used or expired after the page was opened. */
  spent?: boolean;
  done?: string;
}

export const unexpectedMessage = "An unexpected error occurred. Please try again.";

export const confirmMessage = "Please check your email to confirm your account.";

export function tooOftenMessage(seconds: number): string {
  return `Too many attempts in a short time. Please try again ${whenAgain(seconds)}.`;
}

/** @param wait seconds until the next attempt is allowed */
export function tooOften(wait: number): Refusal {
  return new Refusal("too often", tooOftenMessage(wait), { wait });
}

/** Returns the refusal for an address that has been mailed the maximum number of links. */
export function mailedBefore(wait: number): Refusal {
  const message = `We have already sent a link to this address. Please check your inbox and your junk folder, or try again ${whenAgain(wait)}.`;
  return new Refusal("too often", message, { wait });
}
