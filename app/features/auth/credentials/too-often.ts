import { data } from "react-router";
import { whenAgain } from "#app/features/limits/when-again.ts";
import type { FormAnswer } from "./form-answer.ts";

export function tooOftenMessage(seconds: number): string {
  return `Too many attempts in a short time. Please try again ${whenAgain(seconds)}.`;
}

/**
 * What a form about an account answers whom a limit stops: 429, with everything that was typed but
 * the password.
 *
 * @param seconds until it may be tried again
 */
export function tooOften(seconds: number, values: Record<string, string> = {}) {
  return refusal(tooOftenMessage(seconds), seconds, values);
}

/** As `tooOften`, where the address has had as many mails with a link as it may get. */
export function mailedBefore(seconds: number, values: Record<string, string> = {}) {
  const message = `We have already sent a link to this address. Please check your inbox and your junk folder, or try again ${whenAgain(seconds)}.`;
  return refusal(message, seconds, values);
}

function refusal(message: string, seconds: number, values: Record<string, string>) {
  const answer: FormAnswer = { message, values };
  return data(answer, { status: 429, headers: { "Retry-After": String(seconds) } });
}
