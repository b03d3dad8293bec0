import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Maximum number of cuts on a sheet; more would be a price list. The database enforces it too. */
export const maxPicks = 12;

/** Number of days in which an order with a pressed cut counts for the sheet. */
export const orderedWithinDays = 7;

export const sheetFailed = "The fresh sheet could not be saved. Please try again.";

interface TypedPick {
  productId: string;
  line: string;
}

export interface TypedSheet {
  note: string;
  picks: TypedPick[];
  /** Version of the draft that filled the form; 0 if there was none. */
  version: number;
}

const sheetSchema = z.object({
  note: optionalText(500),
  version: z.coerce.number().int().min(0).max(1_000_000_000).catch(0),
});
const lineText = optionalText(120);

/** Parses the submitted sheet, or returns its errors. Skips rows with neither cut nor text. */
export function checkSheet(
  fields: Record<string, string>,
): { data: TypedSheet; refused?: never } | { data?: never; refused: FormAnswer } {
  const { data: sheet, refused } = checkForm(sheetSchema, fields);
  const errors: Record<string, string[]> = {};
  const picks: TypedPick[] = [];
  for (let row = 1; row <= maxPicks; row += 1) {
    const productId = fields[`cut${row}`] ?? "";
    const { data: line = "", error } = lineText.safeParse(fields[`line${row}`] ?? "");
    if (error) errors[`line${row}`] = error.issues.map(({ message }) => message);
    if (productId === "") {
      if (line !== "") errors[`cut${row}`] = ["Please choose the cut that this is about"];
    } else if (!isUuid(productId)) {
      errors[`cut${row}`] = ["Please choose one of the cuts"];
    } else if (picks.some((pick) => pick.productId === productId)) {
      errors[`cut${row}`] = ["This cut is on the sheet already"];
    } else {
      picks.push({ productId, line });
    }
  }
  if (!refused && Object.keys(errors).length === 0) return { data: { ...sheet, picks } };
  return {
    refused: {
      message: invalidMessage,
      values: fields,
      ...refused,
      errors: { ...refused?.errors, ...errors },
    },
  };
}

/** Returns the form values for a stored draft. */
export function sheetValues({ note, picks, version }: TypedSheet): Record<string, string> {
  return {
    note,
    version: String(version),
    ...Object.fromEntries(
      picks.flatMap(({ productId, line }, at) => [
        [`cut${at + 1}`, productId],
        [`line${at + 1}`, line],
      ]),
    ),
  };
}

/** Returns the number of rows in the form: three after the last filled one, up to the maximum. */
export function pickRows(values: Record<string, string>): number {
  let last = 0;
  for (let row = 1; row <= maxPicks; row += 1) {
    if (values[`cut${row}`] || values[`line${row}`]) last = row;
  }
  return Math.min(last + 3, maxPicks);
}
