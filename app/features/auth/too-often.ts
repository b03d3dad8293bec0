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
  const answer: FormAnswer = { message: tooOftenMessage(seconds), values };
  return data(answer, { status: 429, headers: { "Retry-After": String(seconds) } });
}
