import { data } from "react-router";
import { whenAgain } from "#app/features/limits/when-again.ts";
import type { FormAnswer } from "./form-answer.ts";

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
