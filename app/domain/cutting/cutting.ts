import { z } from "zod";
import { poundsTyped } from "#app/domain/lots/lots.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";

export const cuttingPath = "/admin/cutting";

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

export interface TypedCutting {
  requestId: string;
  kind: string;
  differenceReason: string;
  /** Whether more out of a lot than it has is meant. */
  isMeant: boolean;
  inputs: { row: number; name: string; lb: string }[];
  outputs: { row: number; productId: string; code: string; lb: string }[];
  wastes: { row: number; reason: string; lb: string }[];
}

/** Parses a cutting as typed, or returns the answer with its errors. */
export function checkCutting(
  fields: Record<string, string>,
): { data: TypedCutting; refused?: never } | { data?: never; refused: FormAnswer } {
  const checked = checkForm(head, fields);
  const errors: Record<string, string[]> = {};
  const text = (name: string) => (fields[name] ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  const rows = (count: number, what: string, other: string, missing: string) =>
    Array.from({ length: count }, (_, index) => index + 1).flatMap((row) => {
      const [name, typed] = [text(`${what}${row}`), fields[`${what}Lb${row}`] ?? ""];
      if (name === "" && typed.trim() === "" && text(`${other}${row}`) === "") return [];
      const { data: lb, error } = poundsTyped.safeParse(typed);
      if (error) errors[`${what}Lb${row}`] = error.issues.map(({ message }) => message);
      else if (!lb) errors[`${what}Lb${row}`] = ["Please enter pounds, for instance 250"];
      if (name === "" || name.length > 250) errors[`${what}${row}`] = [missing];
      return [{ row, name, lb: lb ?? "0" }];
    });
  const inputs = rows(cuttingRows.inputs, "input", "", "Please enter the lot's code");
  const outputs = rows(cuttingRows.outputs, "output", "code", "Please choose the product").map(
    ({ name: productId, ...output }) => ({ ...output, productId, code: text(`code${output.row}`) }),
  );
  const wastes = rows(cuttingRows.wastes, "waste", "", "Please say why").map(
    ({ name: reason, ...waste }) => ({ ...waste, reason }),
  );
  if (inputs.length === 0) errors.input1 = ["Please enter what was cut"];
  // What is spoiled may be thrown away as a whole.
  if (outputs.length === 0 && wastes.length === 0) {
    errors.output1 = ["Please enter what came of it, or what was thrown away"];
  }
  for (const { row, code } of outputs)
    if (code.length > 40) errors[`code${row}`] = ["Please use at most 40 characters"];
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

type Weighed = Pick<TypedCutting, "inputs" | "outputs" | "wastes">;

const sum = (rows: readonly { lb: string }[]) => sumLb(rows.map(({ lb }) => lb));

/** Why a cutting doesn't add up, in a sentence that asks; null within half a per cent of what went in. */
export function unbalancedInWords({ inputs, outputs, wastes }: Weighed): string | null {
  const went = sum(inputs);
  const difference = went - sum(outputs) - sum(wastes);
  if (Math.abs(difference) * 1000 <= went * toleranceThousandths) return null;
  const pounds = toPounds(hundredthsLb(Math.abs(difference)));
  return difference > 0
    ? `${pounds} lb of ${toPounds(went)} lb are missing. Correct the pounds, or say why.`
    : `${pounds} lb more come out than the ${toPounds(went)} lb that went in. Correct the pounds, or say why.`;
}

/** Output ÷ input in tenths of a per cent, as text: "70.0 %". */
export function yieldInWords(outputLb: string, inputLb: string): string {
  const input = toHundredthsLb(inputLb);
  if (input === 0) return "–";
  return `${(Math.round((toHundredthsLb(outputLb) * 1000) / input) / 10).toFixed(1)}%`;
}
