import { pacificTime } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { type LotDetails, lotName, lotSchema, type NewLot, poundsTyped } from "./lots.ts";

const maxParents = 20;

export const maxReceivedWhy = 300;

export type LotAnswer = FormAnswer;

export const lotFailed = "The lot could not be saved. Please try again.";

/** A parent lot as typed: its code, or its code and supplier. */
export interface TypedParent {
  row: number;
  name: string;
  lb: string | null;
}

/** Parses the submitted lot and its parents, or returns the answer with their errors. */
export function checkLot(
  fields: Record<string, string>,
):
  | { data: { lot: NewLot; parents: TypedParent[]; receivedWhy: string }; refused?: never }
  | { data?: never; refused: LotAnswer } {
  const { data: lot, refused } = checkForm(lotSchema, fields);
  const { parents, errors } = parentsIn(fields);
  const receivedWhy = (fields.receivedWhy ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  if (receivedWhy.length > maxReceivedWhy) {
    errors.receivedWhy = [atMostCharacters(maxReceivedWhy)];
  }
  if (!refused && Object.keys(errors).length === 0) return { data: { lot, parents, receivedWhy } };
  return {
    refused: {
      message: invalidMessage,
      values: fields,
      ...refused,
      errors: { ...refused?.errors, ...errors },
    },
  };
}

function parentsIn(fields: Record<string, string>) {
  const parents: TypedParent[] = [];
  const errors: Record<string, string[]> = {};
  for (let row = 1; row <= maxParents; row += 1) {
    const name = (fields[`parent${row}`] ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
    const typedLb = fields[`parentLb${row}`] ?? "";
    if (name === "" && typedLb.trim() === "") continue;
    const { data: lb = null, error } = poundsTyped.safeParse(typedLb);
    if (error) errors[`parentLb${row}`] = error.issues.map(({ message }) => message);
    if (name === "") errors[`parent${row}`] = ["Please enter the lot's code"];
    if (name.length > 250) errors[`parent${row}`] = ["Please enter the code of a lot"];
    parents.push({ row, name, lb });
  }
  return { parents, errors };
}

/** Returns the form's values for a stored lot. */
export function lotValues(lot: LotDetails): Record<string, string> {
  const parents = lot.madeFrom.filter(({ isByHand }) => isByHand);
  return {
    code: lot.code,
    supplier: lot.supplier,
    supplierLot: lot.supplierLot,
    animalNumber: lot.animalNumber,
    establishment: lot.establishment,
    grade: lot.grade,
    slaughteredOn: lot.slaughteredOn ?? "",
    expiresOn: lot.expiresOn ?? "",
    receivedAt: pacificTime(lot.receivedAt).replace(" ", "T"),
    receivedLb: lot.receivedLb ?? "",
    temperatureC: lot.temperatureC ?? "",
    note: lot.note,
    version: String(lot.version),
    ...Object.fromEntries(
      parents.flatMap((parent, index) => [
        [`parent${index + 1}`, lotName(parent)],
        [`parentLb${index + 1}`, parent.lb ?? ""],
      ]),
    ),
  };
}

/** Returns the number of parent rows in the form: as many as are filled in. */
export function parentRows(values: Record<string, string>): number {
  let last = 0;
  for (let row = 1; row <= maxParents; row += 1) {
    if (values[`parent${row}`] || values[`parentLb${row}`]) last = row;
  }
  return last;
}
