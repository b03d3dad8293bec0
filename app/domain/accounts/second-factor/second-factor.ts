import { filledText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** What an account can prove besides its password, for its own page. */
export interface SecondFactors {
  /** Since when it has an authenticator app; null without one. */
  appSince: Date | null;
  passkeys: OwnPasskey[];
  /** Recovery codes that were not used yet. */
  codesLeft: number;
}

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** An app that is being set up. */
export interface PendingApp {
  /** The key as letters in groups of four, to type where nothing can be scanned. */
  letters: string;
  /** The same as a QR code: the address of an image. */
  qr: string;
}

/** What is sent to prove a second factor: one of them is enough. */
export interface SentProof {
  /** Six digits of an app, or a recovery code, as typed. */
  code?: string | undefined;
  /** A browser's answer to what it was to sign, in JSON. */
  passkey?: string | undefined;
}

/** What the page of one's own sign-in answers when it stays. */
export interface SecurityAnswer extends FormAnswer<"code" | "name"> {
  /** Which form was sent. */
  intent: string;
  /** New recovery codes, which are shown this once. */
  codes?: string[];
}

/** How many recovery codes there are. */
export const recoveryCodeCount = 10;

/** Longest code or name that is read. */
export const maxCodeLength = 40;
export const maxPasskeyName = 60;

/** Longest answer of a browser that is read; usual ones have 2 kB. */
export const maxPasskeyAnswer = 20_000;

export const wrongCode = "That code is not right, or it was used already.";

export const wrongPasskey = "That passkey was not accepted. Please try again, or enter a code.";

export const securityFailed = "That could not be done. Please try again.";

const passkeyName = filledText(maxPasskeyName, "Please give it a name");

/** The name of a passkey, or what is wrong with it. */
export function checkPasskeyName(
  typed: string | undefined,
): { name: string; error?: never } | { name?: never; error: string } {
  const { success, data, error } = passkeyName.safeParse(typed);
  return success ? { name: data } : { error: error.issues[0]?.message ?? "" };
}

/** The six digits of an app's code, without the spaces that apps show; null for anything else. */
export function appCodeOf(typed: string): string | null {
  const digits = typed.slice(0, maxCodeLength).replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Digits that no recovery code has, and the letters that they are mistaken for. */
const misread: Record<string, string> = { 0: "O", 1: "I", 8: "B" };

/** A recovery code as its digest is made of; null for anything else. */
export function recoveryCodeOf(typed: string): string | null {
  const letters = typed
    .slice(0, maxCodeLength)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll(/[018]/g, (digit) => misread[digit] ?? digit);
  return /^[A-Z2-7]{16}$/.test(letters) ? letters : null;
}

/** Letters in groups of four. */
export function inGroups(letters: string, separator: string): string {
  return letters.match(/.{1,4}/g)?.join(separator) ?? "";
}
