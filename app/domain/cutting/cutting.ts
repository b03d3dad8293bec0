import { z } from "zod";
import { lotName, poundsTyped } from "#app/domain/lots/lots.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { confirmedIn } from "#app/lib/form/questions.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { poundsOf, wholeNumber } from "#app/lib/form/typed-numbers.ts";
import { atMostCharacters, countOf, isOrAre } from "#app/lib/in-words.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";

export const cuttingPath = "/admin/cutting";

/** The form's product value for an output that isn't a product. */
export const notOurs = "not ours";

export const cuttingRows = { inputs: 6, outputs: 10, wastes: 3 };

/** The difference that needs no reason, in thousandths of the input. */
const toleranceThousandths = 5;

export const costBasisText: Record<CostBasis, string> = {
  value: "By value: what sells for more bears more",
  weight: "By weight: each pound bears the same",
};

const head = z.object({
  requestId: z.uuid("Please open this form again"),
  kind: filledTitle(60, "Please enter what was cut, for instance Chuck").prefault(""),
  differenceReason: optionalText(500),
});

/** Questions asked before a sheet or a correction of its output is stored. */
export const cuttingQuestions = {
  isMeant: "It is meant: cut more than is left",
  isMoreMeant: "It is meant: something was added to the meat",
  isOddMeant: "Yes, the pieces are right",
  isExpiryMeant: "Yes, the best-before dates are right",
};

export type CuttingQuestion = keyof typeof cuttingQuestions;

interface TypedOutput {
  row: number;
  /** Null for an output that isn't a product. */
  productId: string | null;
  what?: string;
  code: string;
  lb: string;
  /** For a product kept in pieces; null if not typed. */
  pieces?: number | null;
  /** Null for the earliest expiry of the inputs. */
  expiresOn?: string | null;
}

export interface TypedCutting {
  requestId: string;
  kind: string;
  differenceReason: string;
  confirmed: readonly CuttingQuestion[];
  inputs: { row: number; name: string; lb: string; pieces?: number | null }[];
  outputs: TypedOutput[];
  wastes: { row: number; reason: string; lb: string }[];
}

/** The parts of a sheet whose lots and products are looked up. */
export type SheetRows = Pick<TypedCutting, "inputs" | "outputs" | "confirmed">;

/**
 * Parses a typed cutting, or returns the answer with its errors. The rows that could be parsed are
 * returned in either case, so that the mistakes that only the database shows are reported too.
 */
export function checkCutting(
  fields: Record<string, string>,
):
  | { data: TypedCutting; refused?: never; rows?: never }
  | { data?: never; refused: FormAnswer; rows: SheetRows } {
  const checked = checkForm(head, fields);
  const errors: Record<string, string[]> = {};
  const text = (name: string) => (fields[name] ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  const rows = (count: number, what: string, others: readonly string[] = []) =>
    Array.from({ length: count }, (_, index) => index + 1).flatMap((row) => {
      const [name, typed] = [text(`${what}${row}`), fields[`${what}Lb${row}`] ?? ""];
      const isTyped = [name, typed.trim(), ...others.map((other) => text(`${other}${row}`))];
      if (isTyped.every((one) => one === "")) return [];
      const { lb, problem } = readPounds(typed);
      if (problem) errors[`${what}Lb${row}`] = [problem];
      return [{ row, name, lb: lb ?? "0" }];
    });
  const named = <Found extends { row: number; name: string }>(
    found: Found[],
    what: string,
    missing: string,
  ) => {
    for (const { row, name } of found)
      if (name === "" || name.length > 250) errors[`${what}${row}`] = [missing];
    return found;
  };
  const withPieces = <Found extends { row: number }>(found: Found, what: string) => {
    const pieces = wholeNumber(text(`${what}Pieces${found.row}`), "pieces", mostPieces);
    if (typeof pieces !== "object" || pieces === null) return { ...found, pieces };
    errors[`${what}Pieces${found.row}`] = [pieces.problem];
    return { ...found, pieces: null };
  };
  const inputs = named(
    rows(cuttingRows.inputs, "input"),
    "input",
    "Please enter the lot's code",
  ).map((found) => withPieces(found, "input"));
  const outputs = rows(cuttingRows.outputs, "output", ["what", "code", "expires"])
    .map(({ row, name, lb }) => readOutput({ row, name, lb }, text, errors))
    .map((found) => withPieces(found, "output"));
  const wastes = named(rows(cuttingRows.wastes, "waste"), "waste", "Please say why").map(
    ({ name: reason, ...waste }) => ({ ...waste, reason }),
  );
  if (inputs.length === 0) errors.input1 = ["Please enter what was cut"];
  // A sheet may only throw away spoiled meat.
  if (outputs.length === 0 && wastes.length === 0) {
    errors.output1 = ["Please enter what came of it, or what was thrown away"];
  }
  const confirmed = confirmedIn(cuttingQuestions, fields);
  const isUnread = (pattern: RegExp) => Object.keys(errors).some((name) => pattern.test(name));
  if (inputs.length > 0 && outputs.length + wastes.length > 0 && !isUnread(/^inputLb\d+$/)) {
    const weighed = { inputs, outputs, wastes };
    // Rows without pounds may explain what is missing, but can only add to an excess.
    const isKnown = !isUnread(/Lb\d+$/) || differenceOf(weighed) < 0;
    const why = isKnown ? unbalancedInWords(weighed) : null;
    if (why !== null && text("differenceReason") === "") errors.differenceReason = [why];
    const never = twiceInWords(weighed);
    const more = confirmed.includes("isMoreMeant") ? null : muchMoreInWords(weighed);
    if (never !== null) {
      const [first] = outputs;
      errors[first ? `outputLb${first.row}` : `wasteLb${wastes[0]?.row}`] ??= [never];
    } else if (more !== null) errors.isMoreMeant = [more];
  }
  if (checked.data && Object.keys(errors).length === 0) {
    return { data: { ...checked.data, confirmed, inputs, outputs, wastes } };
  }
  return {
    refused: {
      message: invalidMessage,
      values: fields,
      ...checked.refused,
      errors: { ...checked.refused?.errors, ...errors },
    },
    rows: { inputs: inputs.filter(({ name }) => name !== ""), outputs, confirmed },
  };
}

function readOutput(
  { row, name, lb }: { row: number; name: string; lb: string },
  text: (name: string) => string,
  errors: Record<string, string[]>,
): TypedOutput {
  const [what, code, expires] = [text(`what${row}`), text(`code${row}`), text(`expires${row}`)];
  const isProduct = name !== "" && name !== notOurs;
  if (!isProduct && what === "") {
    if (name === notOurs) errors[`what${row}`] = ["Please say what it is, for instance Beef trim"];
    else errors[`output${row}`] = ["Please choose the product, or say below what it is"];
  }
  if (what.length > 200) errors[`what${row}`] = [atMostCharacters(200)];
  if (code.length > 40) errors[`code${row}`] = [atMostCharacters(40)];
  if (expires !== "" && !dayIn(expires)) {
    errors[`expires${row}`] = ["Please enter a day, for instance 2026-12-01"];
  }
  return {
    row,
    code,
    lb,
    expiresOn: expires || null,
    ...(isProduct ? { productId: name, what: "" } : { productId: null, what }),
  };
}

function readPounds(typed: string): { lb?: string; problem?: string } {
  const read = poundsOf(typed, "250");
  if (typeof read !== "number") return read;
  if (read === 0) return { problem: "Please enter more than 0 lb" };
  if (read > mostPounds * 100) {
    return { problem: `${typed.trim()} lb is too much: at most ${mostPounds} lb` };
  }
  return { lb: toPounds(hundredthsLb(read)) };
}

/** No shop cuts more at once, so a higher number is a typo. */
const mostPounds = 99_999;

const mostPieces = 99_999;

/** Returns e.g. "20 lb, 16 pieces"; without pieces if the lot isn't kept in pieces. */
export function weighedInWords({ lb, pieces }: { lb: string; pieces: number | null }): string {
  const pounds = formatLb(Number(lb));
  return pieces === null ? pounds : `${pounds}, ${countOf(pieces, "piece")}`;
}

/** Returns a sheet as form values; a product whose name has gone becomes a plain name. */
export function copiedSheet(
  sheet: {
    kind: string;
    inputs: readonly { code: string; supplier: string; lb: string; pieces: number | null }[];
    outputs: readonly { productName: string; lb: string; pieces: number | null }[];
    wastes: readonly { reason: string; lb: string }[];
  },
  products: readonly { id: string; name: string }[],
): Record<string, string> {
  const byName = new Map(products.map(({ id, name }) => [name, id]));
  const counted = (field: string, pieces: number | null) =>
    pieces === null ? [] : [[field, String(pieces)]];
  const outputs = sheet.outputs.flatMap(({ productName, lb, pieces }, index) => {
    const product = byName.get(productName);
    const row = index + 1;
    return [
      [`output${row}`, product ?? notOurs],
      ...(product ? [] : [[`what${row}`, productName]]),
      [`outputLb${row}`, lb],
      ...counted(`outputPieces${row}`, pieces),
    ];
  });
  const inputs = sheet.inputs.flatMap((lot, index) => [
    [`input${index + 1}`, lotName(lot)],
    [`inputLb${index + 1}`, lot.lb],
    ...counted(`inputPieces${index + 1}`, lot.pieces),
  ]);
  const wastes = sheet.wastes.flatMap(({ reason, lb }, index) => [
    [`waste${index + 1}`, reason],
    [`wasteLb${index + 1}`, lb],
  ]);
  return { kind: sheet.kind, ...Object.fromEntries([...inputs, ...outputs, ...wastes]) };
}

/** Form that corrects a sheet's output; an empty field stays as it is. */
export const correctOutputSchema = z
  .object({
    lot: z.guid("Please choose what came of it"),
    lb: poundsTyped.prefault(""),
    pieces: z
      .string()
      .transform((typed, context) => {
        const read = wholeNumber(typed, "pieces", mostPieces);
        if (typeof read !== "object" || read === null) return read;
        context.addIssue(read.problem);
        return z.NEVER;
      })
      .prefault(""),
    expiresOn: z
      .union([
        z.literal("").transform(() => null),
        z.string().refine(dayIn, "Please enter a day, for instance 2026-12-01"),
      ])
      .prefault(""),
    correctReason: filledTitle(300, "Please say why").prefault(""),
  })
  .refine(({ lb, pieces, expiresOn }) => lb !== null || pieces !== null || expiresOn !== null, {
    path: ["lb"],
    message: "Please enter what is to be corrected: the pounds, the pieces or the date",
  });

/** Form for the value per lb of an output that isn't a product; empty for none. */
export const valueSchema = z.object({
  lot: z.guid("Please choose what came of it"),
  value: z
    .string()
    .transform((typed) => typed.trim().replace(/^\$/, ""))
    .pipe(
      z.union([
        z.literal("").transform(() => null),
        z
          .string()
          .regex(/^(?=.*[1-9])\d{1,4}(\.\d{1,2})?$/, "Please enter dollars, for instance 1.50"),
      ]),
    )
    .prefault(""),
});

export interface CuttingSums {
  inLb: string;
  outLb: string;
  wasteLb: string;
  /** E.g. "2.00 lb missing"; empty if it adds up exactly. */
  difference: string;
  isOff: boolean;
  yield: string;
}

/** Returns the sums of an unfinished form; fields that can't be parsed count as 0. */
export function cuttingSums(fields: Record<string, string>): CuttingSums {
  const of = (what: string, count: number) =>
    sumLb(
      Array.from({ length: count }, (_, index) => {
        const { lb } = readPounds(fields[`${what}Lb${index + 1}`] ?? "");
        return lb ?? "0";
      }),
    );
  const inputs = of("input", cuttingRows.inputs);
  const outputs = of("output", cuttingRows.outputs);
  const wastes = of("waste", cuttingRows.wastes);
  const off = inputs - outputs - wastes;
  const offLb = formatLb(Math.abs(off) / 100);
  return {
    inLb: toPounds(inputs),
    outLb: toPounds(outputs),
    wasteLb: toPounds(wastes),
    difference: off === 0 ? "" : off > 0 ? `${offLb} missing` : `${offLb} too much`,
    isOff: isOff(inputs, off),
    yield: yieldInWords(toPounds(outputs), toPounds(inputs)),
  };
}

const isOff = (went: number, difference: number) =>
  Math.abs(difference) * 1000 > went * toleranceThousandths;

type Weighed = Pick<TypedCutting, "inputs" | "outputs" | "wastes">;

const sum = (rows: readonly { lb: string }[]) => sumLb(rows.map(({ lb }) => lb));

/** Returns input less output and waste, in hundredths of a pound; negative if more came out. */
const differenceOf = ({ inputs, outputs, wastes }: Weighed) =>
  sum(inputs) - sum(outputs) - sum(wastes);

/** Says that a cutting doesn't add up; null within half a percent of the input. */
export function unbalancedInWords({ inputs, outputs, wastes }: Weighed): string | null {
  const went = sum(inputs);
  const difference = differenceOf({ inputs, outputs, wastes });
  if (!isOff(went, difference)) return null;
  const pounds = toPounds(hundredthsLb(Math.abs(difference)));
  return difference > 0
    ? `${pounds} lb of ${toPounds(went)} lb ${isOrAre(Number(pounds))} missing. Correct the pounds, or say why.`
    : `${pounds} lb more ${isOrAre(Number(pounds)) === "is" ? "comes" : "come"} out than the ${toPounds(went)} lb that went in. Correct the pounds, or say why.`;
}

/** In hundredths of a pound; `out` includes waste. */
const outAndIn = ({ inputs, outputs, wastes }: Weighed) => ({
  out: sum(outputs) + sum(wastes),
  went: sum(inputs),
});

/** Refuses an output above twice the input, which is a wrong decimal point; null for less. */
export function twiceInWords(weighed: Weighed): string | null {
  const { out, went } = outAndIn(weighed);
  if (out <= went * 2) return null;
  return `${toPounds(hundredthsLb(out))} lb can’t come of ${toPounds(hundredthsLb(went))} lb. Look for a wrong decimal point, in what went in too.`;
}

/** Asks about an output above 110% of the input, as if fat was added; null for less. */
export function muchMoreInWords(weighed: Weighed): string | null {
  const { out, went } = outAndIn(weighed);
  if (out * 10 <= went * 11) return null;
  return `${toPounds(hundredthsLb(out))} lb came of ${toPounds(hundredthsLb(went))} lb, which meat alone never does. Correct the pounds, or tick that something was added.`;
}

/** Returns the difference of a stored sheet, e.g. "0.5 lb missing"; null if it adds up. */
export function differenceInWords(sheet: {
  inputLb: string;
  outputLb: string;
  wasteLb: string;
}): string | null {
  const difference = toHundredthsLb(sheet.inputLb) - sumLb([sheet.outputLb, sheet.wasteLb]);
  if (difference === 0) return null;
  return `${formatLb(Math.abs(difference) / 100)} ${difference > 0 ? "missing" : "too much"}`;
}

/** Returns input less output, e.g. "30 lb (30.0%)", or "2 lb more (2.0%)" for an excess. */
export function lossInWords(sheet: { inputLb: string; outputLb: string }): string {
  const lost = lbLess(sheet.inputLb, sheet.outputLb);
  const share = yieldInWords(toPounds(hundredthsLb(Math.abs(lost))), sheet.inputLb);
  return `${formatLb(Math.abs(lost) / 100)}${lost < 0 ? " more" : ""} (${share})`;
}

/** Returns output ÷ input, e.g. "70.0%". */
export function yieldInWords(outputLb: string, inputLb: string): string {
  const input = toHundredthsLb(inputLb);
  if (input === 0) return "–";
  return `${(Math.round((toHundredthsLb(outputLb) * 1000) / input) / 10).toFixed(1)}%`;
}
