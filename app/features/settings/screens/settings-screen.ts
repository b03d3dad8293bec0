import type { z } from "zod";
import { placeholderProblem, type Shop } from "#app/content/company.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export interface SettingsField {
  name: string;
  label: string;
  hint?: string;
  kind: "text" | "email" | "lines" | "number" | "time" | "date" | "image" | "choice";
  options?: { value: string; label: string }[];
  most: number;
  isOptional?: boolean;
}

export interface SettingsScreen<Value extends object> {
  group: SettingsGroup<Value>;
  title: string;
  lede: string;
  /** An empty title hides the section. */
  sections: { title: string; text?: string; fields: SettingsField[] }[];
  valuesOf(value: Value): Record<string, string>;
  /** Parses the submitted value, or returns the answer with its errors. */
  read(
    fields: Record<string, string>,
  ): { data: Value; refused?: never } | { data?: never; refused: FormAnswer };
  preview(value: Value, shop: Pick<Shop, "company" | "etransferEmail">): string[];
}

/** A field of one line, unless `more` says otherwise. */
export const text = (
  name: string,
  label: string,
  most: number,
  more: Partial<SettingsField> = {},
) => ({ kind: "text", name, label, most, ...more }) as const satisfies SettingsField;

/** Rejects characters that reverse the text direction or end an email header line. */
const visibly = (typed: string, check: z.RefinementCtx) => {
  const message = hiddenCharacters.test(typed) && noHiddenCharacters;
  if (message) check.addIssue({ code: "custom", message });
};

const inOneLine = (typed: string, check: z.RefinementCtx) => {
  visibly(typed, check);
  const message = "Please write this in one line";
  if (typed.includes("\n")) check.addIssue({ code: "custom", message });
};

/** Allows only placeholders that get filled in. */
export const filledIn =
  (own: readonly string[] = []) =>
  (typed: string, check: z.RefinementCtx) => {
    const message = placeholderProblem(typed, own);
    if (message) check.addIssue({ code: "custom", message });
  };

/** A text of one line, required if `missing`, the error, is given. */
export const line = (most: number, missing?: string) =>
  (missing ? filledText(most, missing) : optionalText(most)).superRefine(inOneLine);

/** A text of several lines, required if `missing` is given; company placeholders are filled in. */
export const prose = (most: number, missing?: string, own?: readonly string[]) =>
  (missing ? filledText(most, missing) : optionalText(most))
    .superRefine(visibly)
    .superRefine(filledIn(own));

/** Like `prose`, split into lines. */
export const lines = (most: number, missing?: string, own?: readonly string[]) =>
  prose(most, missing, own).transform((typed) =>
    typed
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
