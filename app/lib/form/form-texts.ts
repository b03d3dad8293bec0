import { z } from "zod";

/** A scheme, "www.", or a host with a path: what mail programs turn into a link. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}{2,24}\//iu;

/** Shown for a name that contains a web address. */
export const noWebAddress = "Please leave out web addresses";

/**
 * Whether mail programs would turn a name into a link. Names appear in subjects and first lines of
 * mails, where a stranger's link would look like the company's.
 */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(name);
}

// Single-line or multi-line text. The database rejects NUL; forms submit line breaks as CRLF, but
// maxlength counts them as one character.
const clean = (typed: string) => typed.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

/** At least one visible character; slightly stricter than the tables. */
const visible = /[^\p{C}\p{Z}]/u;

const tooLong = (max: number) => `Please use at most ${max.toLocaleString("en-CA")} characters`;

/** A required text, with the message if it's missing. */
export const filledText = (max: number, missing: string) =>
  z
    .string(missing)
    .transform(clean)
    .pipe(z.string().max(max, tooLong(max)).regex(visible, { error: missing, abort: true }));

/** As `filledText`, for names of people and businesses. */
export const filledName = (missing: string) =>
  filledText(200, missing).refine((name) => !hasWebAddress(name), noWebAddress);

/** An optional text, empty if not given. */
export const optionalText = (max: number) =>
  z
    .string()
    .default("")
    .transform(clean)
    .pipe(z.string().max(max, tooLong(max)));
