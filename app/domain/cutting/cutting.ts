import { z } from "zod";
import { lotName, poundsTyped } from "#app/domain/lots/lots.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";

export const cuttingPath = "/admin/cutting";

/** What the form sends as the product of what is none of the shop's. */
export const notOurs = "not ours";

/** How many rows the form has of each. */
export const cuttingRows = { inputs: 6, outputs: 10, wastes: 3 };

/** What a cutting may be off by before it is asked why, in thousandths of what went in. */
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

interface TypedOutput {
  row: number;
  /** Null for what is no product of the shop. */
  productId: string | null;
  /** What it is then: "Beef trim". */
  what?: string;
  code: string;
  lb: string;
  /** Null for the first expiry of what went in. */
  expiresOn?: string | null;
}

export interface TypedCutting {
  requestId: string;
  kind: string;
  differenceReason: string;
  /** Whether more out of a lot than it has is meant. */
  isMeant: boolean;
  inputs: { row: number; name: string; lb: string }[];
  outputs: TypedOutput[];
  wastes: { row: number; reason: string; lb: string }[];
}

/** Parses a cutting as typed, or returns the answer with its errors. */
export function checkCutting(
  fields: Record<string, string>,
): { data: TypedCutting; refused?: never } | { data?: never; refused: FormAnswer } {
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
  const inputs = named(rows(cuttingRows.inputs, "input"), "input", "Please enter the lot's code");
  const outputs = rows(cuttingRows.outputs, "output", ["what", "code", "expires"]).map(
    ({ row, name, lb }) => readOutput({ row, name, lb }, text, errors),
  );
  const wastes = named(rows(cuttingRows.wastes, "waste"), "waste", "Please say why").map(
    ({ name: reason, ...waste }) => ({ ...waste, reason }),
  );
  if (inputs.length === 0) errors.input1 = ["Please enter what was cut"];
  // What is spoiled may be thrown away as a whole.
  if (outputs.length === 0 && wastes.length === 0) {
    errors.output1 = ["Please enter what came of it, or what was thrown away"];
  }
  if (checked.data && Object.keys(errors).length === 0) {
    const isMeant = fields.isMeant === "yes";
    const typed = { ...checked.data, isMeant, inputs, outputs, wastes };
    const why = unbalancedInWords(typed);
    if (why === null || typed.differenceReason !== "") return { data: typed };
    errors.differenceReason = [why];
  }
  return {
    refused: {
      ...{ message: invalidMessage, values: fields, ...checked.refused },
      errors: { ...checked.refused?.errors, ...errors },
    },
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
    ...{ row, code, lb, expiresOn: expires || null },
    ...(isProduct ? { productId: name, what: "" } : { productId: null, what }),
  };
}

/** Pounds as typed, or what is wrong with them. */
function readPounds(typed: string): { lb?: string; problem?: string } {
  const text = typed.trim().replace("−", "-");
  if (text === "") return { problem: "Please enter pounds, for instance 250" };
  if (/^-[\d.]+$/.test(text)) return { problem: "Pounds can't be less than nothing" };
  if (/^[0.]+$/.test(text)) return { problem: "Please enter more than 0 lb" };
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > mostPounds) {
    return { problem: `${text} lb is too much: at most ${mostPounds} lb` };
  }
  const { data: lb, error } = poundsTyped.safeParse(text);
  if (error)
    return { problem: "Please enter pounds with at most two decimals, for instance 250.5" };
  return lb ? { lb } : { problem: "Please enter pounds, for instance 250" };
}

/** More than any shop cuts at once: a slip of the key. */
const mostPounds = 99_999;

/**
 * The values of the form for a sheet that is to be like another: what was a product is one where there is one of
 * that name still.
 */
export function copiedSheet(
  sheet: {
    kind: string;
    inputs: readonly { code: string; supplier: string; lb: string }[];
    outputs: readonly { productName: string; lb: string }[];
    wastes: readonly { reason: string; lb: string }[];
  },
  products: readonly { id: string; name: string }[],
): Record<string, string> {
  const byName = new Map(products.map(({ id, name }) => [name, id]));
  const outputs = sheet.outputs.flatMap(({ productName, lb }, index) => {
    const product = byName.get(productName);
    const row = index + 1;
    return [
      [`output${row}`, product ?? notOurs],
      ...(product ? [] : [[`what${row}`, productName]]),
      [`outputLb${row}`, lb],
    ];
  });
  const inputs = sheet.inputs.flatMap((lot, index) => [
    [`input${index + 1}`, lotName(lot)],
    [`inputLb${index + 1}`, lot.lb],
  ]);
  const wastes = sheet.wastes.flatMap(({ reason, lb }, index) => [
    [`waste${index + 1}`, reason],
    [`wasteLb${index + 1}`, lb],
  ]);
  return { kind: sheet.kind, ...Object.fromEntries([...inputs, ...outputs, ...wastes]) };
}

/** A correction of what a lot of a sheet weighed. */
export const correctOutputSchema = z.object({
  lot: z.guid("Please choose what came of it"),
  lb: poundsTyped.pipe(z.string("Please enter pounds, for instance 250")).prefault(""),
  correctReason: filledTitle(300, "Please say why").prefault(""),
});

/** What a pound is worth of what is no product; nothing for not said. */
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
  /** "2.00 lb missing"; empty where it adds up to the hundredth. */
  difference: string;
  isOff: boolean;
  yield: string;
}

/** What a sheet comes to as far as it can be read: the sums that are shown while one types. */
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
    ...{ inLb: toPounds(inputs), outLb: toPounds(outputs), wasteLb: toPounds(wastes) },
    difference: off === 0 ? "" : off > 0 ? `${offLb} missing` : `${offLb} too much`,
    isOff: isOff(inputs, off),
    yield: yieldInWords(toPounds(outputs), toPounds(inputs)),
  };
}

const isOff = (went: number, difference: number) =>
  Math.abs(difference) * 1000 > went * toleranceThousandths;

type Weighed = Pick<TypedCutting, "inputs" | "outputs" | "wastes">;

const sum = (rows: readonly { lb: string }[]) => sumLb(rows.map(({ lb }) => lb));

/** Why a cutting doesn't add up, in a sentence that asks; null within half a per cent of what went in. */
export function unbalancedInWords({ inputs, outputs, wastes }: Weighed): string | null {
  const went = sum(inputs);
  const difference = went - sum(outputs) - sum(wastes);
  if (!isOff(went, difference)) return null;
  const pounds = toPounds(hundredthsLb(Math.abs(difference)));
  return difference > 0
    ? `${pounds} lb of ${toPounds(went)} lb are missing. Correct the pounds, or say why.`
    : `${pounds} lb more come out than the ${toPounds(went)} lb that went in. Correct the pounds, or say why.`;
}

/** "0.5 lb missing": by what a kept sheet does not add up; null where it does. */
export function differenceInWords(sheet: {
  inputLb: string;
  outputLb: string;
  wasteLb: string;
}): string | null {
  const difference = toHundredthsLb(sheet.inputLb) - sumLb([sheet.outputLb, sheet.wasteLb]);
  if (difference === 0) return null;
  return `${formatLb(Math.abs(difference) / 100)} ${difference > 0 ? "missing" : "too much"}`;
}

/** Output ÷ input in tenths of a per cent, as text: "70.0 %". */
export function yieldInWords(outputLb: string, inputLb: string): string {
  const input = toHundredthsLb(inputLb);
  if (input === 0) return "–";
  return `${(Math.round((toHundredthsLb(outputLb) * 1000) / input) / 10).toFixed(1)}%`;
}
