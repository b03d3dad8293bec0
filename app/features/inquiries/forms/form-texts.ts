import { z } from "zod";
import { hasWebAddress, noWebAddress } from "#app/lib/web-address.ts";

// A single line of a form, or several. The database takes no NUL; a form sends the line breaks of a
// text area as two characters, but lets people type as if they were one.
const clean = (typed: string) => typed.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

/** At least one character that can be seen: what the tables ask for, and a little more. */
const visible = /[^\p{C}\p{Z}]/u;

const tooLong = (max: number) => `Please use at most ${max.toLocaleString("en-CA")} characters`;

/** What must be filled in, with what to say where it is not. */
export const filledText = (max: number, missing: string) =>
  z
    .string(missing)
    .transform(clean)
    .pipe(z.string().max(max, tooLong(max)).regex(visible, { error: missing, abort: true }));

/** As `filledText`, for what a person or a business is called. */
export const filledName = (missing: string) =>
  filledText(200, missing).refine((name) => !hasWebAddress(name), noWebAddress);

/** What may be left out; the empty string then. */
export const optionalText = (max: number) =>
  z
    .string()
    .default("")
    .transform(clean)
    .pipe(z.string().max(max, tooLong(max)));
