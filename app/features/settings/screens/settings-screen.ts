import type { z } from "zod";
import { placeholderProblem, type Shop } from "#app/content/company.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** A field of a settings form. */
export interface SettingsField {
  name: string;
  label: string;
  hint?: string;
  kind: "text" | "email" | "lines" | "number" | "time" | "date" | "image" | "choice";
  /** Of a choice. */
  options?: { value: string; label: string }[];
  /** Most characters. */
  most: number;
  isOptional?: boolean;
}

/** A settings screen of plain fields. */
export interface SettingsScreen<Value extends object> {
  group: SettingsGroup<Value>;
  title: string;
  lede: string;
  /** In sections with a title each; empty for none. */
  sections: { title: string; text?: string; fields: SettingsField[] }[];
  /** What the form shows of a value. */
  valuesOf(value: Value): Record<string, string>;
  /** The value that was typed, or the answer with what is wrong. */
  read(
    fields: Record<string, string>,
  ): { data: Value; refused?: never } | { data?: never; refused: FormAnswer };
  /** What it makes of the value, line by line. */
  preview(value: Value, shop: Pick<Shop, "company" | "etransferEmail">): string[];
}

export /** A field of one line, unless `more` says otherwise. */
const text = (name: string, label: string, most: number, more: Partial<SettingsField> = {}) =>
  ({ kind: "text", name, label, most, ...more }) as const satisfies SettingsField;

/** Nothing that turns writing around, or ends the line of a mail's head. */
const visibly = (typed: string, check: z.RefinementCtx) => {
  const message = hiddenCharacters.test(typed) && noHiddenCharacters;
  if (message) check.addIssue({ code: "custom", message });
};

const inOneLine = (typed: string, check: z.RefinementCtx) => {
  visibly(typed, check);
  const message = "Please write this in one line";
  if (typed.includes("\n")) check.addIssue({ code: "custom", message });
};

/** With placeholders that something is filled in for, and no others. */
export const filledIn =
  (own: readonly string[] = []) =>
  (typed: string, check: z.RefinementCtx) => {
    const message = placeholderProblem(typed, own);
    if (message) check.addIssue({ code: "custom", message });
  };

/** A text of one line, with the message if it is missing; else optional. */
export const line = (most: number, missing?: string) =>
  (missing ? filledText(most, missing) : optionalText(most)).superRefine(inOneLine);

/** A text of any number of lines, at least one unless it is optional; the company is filled in. */
export const prose = (most: number, missing?: string, own?: readonly string[]) =>
  (missing ? filledText(most, missing) : optionalText(most))
    .superRefine(visibly)
    .superRefine(filledIn(own));

/** The same, line by line. */
export const lines = (most: number, missing?: string, own?: readonly string[]) =>
  prose(most, missing, own).transform((typed) =>
    typed
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
