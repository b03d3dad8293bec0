import { z } from "zod";
import { atMostCharacters } from "../in-words.ts";
import { hiddenCharacters, noHiddenCharacters } from "./hidden-characters.ts";
import { askAmount, centsOf } from "./typed-numbers.ts";

/** A scheme, "www.", or a host with a path, of which mail programs make a link. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}{2,24}\//iu;

/** Shown for a name that contains a web address. */
export const noWebAddress = "Please leave out web addresses";

/**
 * True if mail programs would turn a name into a link. Names appear in subjects and first lines of
 * emails, where a stranger's link would look like the company's.
 */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(name);
}

/** Removes what the database rejects: NUL, and lone surrogates of a text cut within an emoji. */
export const storable = (typed: string) => typed.replace(/[\0\p{Cs}]/gu, "");

// Text of one or more lines. Forms send line breaks as CRLF, but maxlength counts them as one.
const clean = (typed: string) => storable(typed).replaceAll("\r\n", "\n").trim();

/** At least one visible character; slightly stricter than the tables. */
const visible = /[^\p{C}\p{Z}]/u;

/** A required text, with the message if it is missing. */
export const filledText = (max: number, missing: string) =>
  z
    .string(missing)
    .transform(clean)
    .pipe(
      z.string().max(max, atMostCharacters(max)).regex(visible, { error: missing, abort: true }),
    );

/** As `filledText`, for names of things. */
export const filledTitle = (max: number, missing: string) =>
  filledText(max, missing).refine((name) => !hiddenCharacters.test(name), noHiddenCharacters);

/** As `filledTitle`, for names of people and businesses. */
export const filledName = (missing: string) =>
  filledTitle(200, missing).refine((name) => !hasWebAddress(name), noWebAddress);

/**
 * A required phone number, kept as typed: ten to fifteen digits in any usual format, with an
 * optional extension. "(604) 555-0142", "+1 604.555.0142", "604 555 0142 ext. 5"
 */
export const phoneText = (max: number) =>
  filledText(max, "Please enter a phone number").refine(
    (typed) =>
      // Longer texts are refused anyway, and the patterns would take quadratic time.
      typed.length <= max &&
      /^\+?[\d ()./-]+(,? *(ext\.?|x) *\d{1,6})?$/i.test(typed) &&
      /^(\D*\d){10,15}\D*$/.test(typed.replace(/e?x.*/i, "")),
    "Please enter a phone number like 604-555-0142",
  );

export const optionalText = (max: number) =>
  z
    .string()
    .default("")
    .transform(clean)
    .pipe(z.string().max(max, atMostCharacters(max)));

/** RFC 5321, section 4.5.3. */
const maxEmailLength = 254;

/** An amount of money in dollars, parsed into cents above zero. */
export const amountInDollars = z
  .string()
  .default("")
  .transform((typed, context) => {
    const cents = centsOf(typed);
    if (cents !== null && cents > 0) return cents;
    context.addIssue(askAmount);
    return z.NEVER;
  });

/** An email address, normalized as it is stored and compared. */
export const email = z
  .string("Please enter your email address")
  .trim()
  .toLowerCase()
  .min(1, "Please enter your email address")
  .max(maxEmailLength, atMostCharacters(maxEmailLength))
  .pipe(z.email("Please enter an email address like name@example.com"));
