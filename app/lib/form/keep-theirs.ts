import { Refusal } from "#app/lib/refusal.ts";

// Handles two people editing the same thing. The second form carries the values it was rendered
// with, so that untouched fields can follow what the first person saved.

/** The hidden field with the values that a form was rendered with. */
export const drawnField = "drawn";

type Values = Record<string, string | undefined>;

/** Returns the value of that field. */
export function writeDrawn(values: Values): string {
  return JSON.stringify(values);
}

/**
 * Returns the fields of a form after a conflict: untouched ones as stored now, the others as typed.
 * If the form lacks the values it was rendered with, all fields count as touched.
 *
 * @param stored the values to render the form with now; undefined for an empty check box
 */
export function keepTheirs(
  typed: Record<string, string>,
  stored: Values,
): { values: Record<string, string>; isTouched: (name: string) => boolean } {
  const drawn = readDrawn(typed[drawnField]);
  const isTouched = (name: string) => !drawn || text(typed[name]) !== text(drawn[name]);
  const values: Record<string, string> = { ...typed, [drawnField]: writeDrawn(stored) };
  for (const name of new Set([...Object.keys(stored), ...Object.keys(drawn ?? {})])) {
    if (isTouched(name)) continue;
    const theirs = stored[name];
    if (theirs === undefined) delete values[name];
    else values[name] = theirs;
  }
  return { values, isTouched };
}

interface Conflict {
  what: string;
  /** The values to render the form with now; undefined for an empty check box. */
  stored: Values;
  /** The version that the form submits from now on. */
  version: Record<string, string>;
  /** Formats a stored value; by default the value itself. */
  inWords?: (name: string, value: string | undefined) => string | undefined;
}

/**
 * Handles a form whose version somebody else has replaced: it follows the saved values, shows them
 * beside fields that both changed, and can be saved again.
 */
export function conflictRefusal(
  typed: Record<string, string>,
  { what, stored, version, inWords = (_name, value) => value }: Conflict,
): Refusal<"changed"> {
  const { values, isTouched } = keepTheirs(typed, stored);
  const names = [...new Set([...Object.keys(stored), ...Object.keys(values)])].filter(
    (name) =>
      name !== drawnField &&
      !(name in version) &&
      isTouched(name) &&
      text(values[name]) !== text(stored[name]),
  );
  return new Refusal("changed", conflictInWords(what), {
    errors: Object.fromEntries(
      names.map((name) => [name, [`Saved value: ${inWords(name, stored[name]) || "none"}`]]),
    ),
    answer: { values: { ...values, ...version } },
  });
}

export function conflictInWords(what: string): string {
  return `A colleague changed ${what} while you were editing. What you did not touch shows what they saved. The saved values are shown with the marked fields; saving again replaces them.`;
}

/** Forms send line breaks as CRLF. */
const text = (value = "") => value.replaceAll("\r\n", "\n");

function readDrawn(json: string | undefined): Values | null {
  try {
    const read: unknown = JSON.parse(json ?? "");
    if (typeof read !== "object" || read === null || Array.isArray(read)) return null;
    const entries = Object.entries(read).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(entries);
  } catch {
    return null;
  }
}
