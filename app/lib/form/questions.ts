import { Refusal } from "../refusal.ts";

/**
 * Questions about input that is possible but unlikely: what ticking says, by the name of the
 * confirming checkbox. A question is an error of its checkbox, so that it is shown with all other
 * mistakes.
 */
export type Questions<Name extends string> = Readonly<Record<Name, string>>;

/** Returns the questions that a form confirms. */
export function confirmedIn<Name extends string>(
  questions: Questions<Name>,
  fields: Readonly<Record<string, string>>,
): Name[] {
  return (Object.keys(questions) as Name[]).filter((name) => fields[name] === "yes");
}

/** Shown beside the questions if nothing else is wrong. */
export const pleaseConfirm = "Please correct what is asked about, or tick that it is right.";

/** Asks the questions not confirmed yet. @throws Refusal "asked" */
export function ask<Name extends string>(
  asked: { [Question in Name]?: string | null },
  confirmed: readonly Name[],
): void {
  const open = (Object.entries(asked) as [Name, string | null][]).flatMap(([name, sentence]) =>
    sentence && !confirmed.includes(name) ? [[name, [sentence]]] : [],
  );
  if (open.length === 0) return;
  throw new Refusal("asked", pleaseConfirm, { errors: Object.fromEntries(open) });
}
