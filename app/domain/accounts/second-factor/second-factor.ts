import { filledText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export interface SecondFactors {
  /** When the authenticator app was set up; null without one. */
  appSince: Date | null;
  passkeys: OwnPasskey[];
  codesLeft: number;
}

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface PendingApp {
  /** The key in groups of four letters, to type if the QR code can't be scanned. */
  letters: string;
  /** The key as a QR code: the URL of an image. */
  qr: string;
}

/** A second-factor proof: a code, or a passkey, which is checked instead of any code. */
export interface SentProof {
  /** Six digits from an app, or a recovery code, as typed. */
  code?: string | undefined;
  passkey?: string | undefined;
}

export interface SecurityAnswer extends FormAnswer<"code" | "name"> {
  intent: string;
  codes?: string[];
}

export const recoveryCodeCount = 10;

export const maxCodeLength = 40;
export const maxPasskeyName = 60;

/** In characters; an answer usually has about 2,000. */
export const maxPasskeyAnswer = 20_000;

export const wrongCode = "That code is not right, or it was used already.";

export const wrongPasskey = "That passkey was not accepted. Please try again.";

export const securityFailed = "That could not be done. Please try again.";

const passkeyName = filledText(maxPasskeyName, "Please give it a name");

/** Returns the name of a passkey, or the error in it. */
export function checkPasskeyName(
  typed: string | undefined,
): { name: string; error?: never } | { name?: never; error: string } {
  const { success, data, error } = passkeyName.safeParse(typed);
  return success ? { name: data } : { error: error.issues[0]?.message ?? "" };
}

/** Returns an app's six digits, without the spaces that apps show; null for anything else. */
export function appCodeOf(typed: string): string | null {
  const digits = typed.slice(0, maxCodeLength).replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Digits that recovery codes don't contain, and the letters they are mistaken for. */
const misread: Record<string, string> = { 0: "O", 1: "I", 8: "B" };

/** Normalizes a recovery code for its digest; null for anything else. */
export function recoveryCodeOf(typed: string): string | null {
  const letters = typed
    .slice(0, maxCodeLength)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll(/[018]/g, (digit) => misread[digit] ?? digit);
  return /^[A-Z2-7]{16}$/.test(letters) ? letters : null;
}

/** Splits letters into groups of four. */
export function inGroups(letters: string, separator: string): string {
  return letters.match(/.{1,4}/g)?.join(separator) ?? "";
}
