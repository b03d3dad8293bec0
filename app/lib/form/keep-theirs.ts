import { Refusal } from "#app/lib/refusal.ts";

// Two people edit the same thing. The form of the second carries what its fields said when it was
// drawn, so that what they did not touch can follow what the first has saved.

/** The hidden field with the values that a form was drawn with. */
export const drawnField = "drawn";

type Values = Record<string, string | undefined>;

/** The values for that field. */
export function writeDrawn(values: Values): string {
  return JSON.stringify(values);
}

/**
 * What a form shows after a conflict: fields that were not touched as they are stored now, the others
 * as they were typed. Of a form that does not say what it was drawn with, all count as touched.
 *
 * @param stored what the form would be drawn with now; undefined for an empty check box
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
  /** What was edited, e.g. "these terms". */
  what: string;
  /** What the form would be drawn with now; undefined for an empty check box. */
  stored: Values;
  /** The version that the form is to send from now on. */
  version: Record<string, string>;
  /** What is said of a stored value; the value itself unless given. */
  inWords?: (name: string, value: string | undefined) => string | undefined;
}

/**
 * For a form whose version somebody else has replaced: it follows what they saved, says the saved values
 * beside the fields that both have changed, and can be saved again.
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

/** Said above such a form, of "this product" for instance. */
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
