import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledTitle } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { hundredthsOf } from "#app/lib/form/typed-numbers.ts";

export const yieldsPath = "/admin/cutting/yields";

/** Stands for the id of a primal that isn't stored yet. */
export const freshPrimal = "new";

/** Maximum number of cuts in the form. */
export const primalRows = 12;

/** Percentages are in hundredths: 6250 is 62.5%. */
export interface TypedPrimal {
  name: string;
  productId: string | null;
  isTrim: boolean;
  trimPct: number | null;
  cuts: { row: number; productId: string; part: string; yieldPct: number }[];
}

const head = z.object({
  name: filledTitle(60, "Please enter a name, for instance Rib").prefault(""),
});

const perCentSaid = "Please enter per cent, for instance 62.5";

/** Parses a percentage into hundredths, null if empty; or returns the error. */
function perCentOf(typed: string): { pct: number | null; error: string | null } {
  const text = typed.replace(/%$/, "").trim();
  const wrong = (error: string) => ({ pct: null, error });
  if (text === "") return { pct: null, error: null };
  if (/^[-−–]/.test(text)) return wrong("Please enter more than 0%");
  const pct = text.includes("$") ? "malformed" : hundredthsOf(text);
  if (pct === "too precise") return wrong("Please use at most 2 decimals");
  if (typeof pct !== "number") return wrong(perCentSaid);
  if (pct === 0) return wrong("Please enter more than 0%");
  return pct > 100_00 ? wrong("No more than 100% can come of it") : { pct, error: null };
}

export function checkPrimal(
  fields: Record<string, string>,
): { data: TypedPrimal; refused?: never } | { data?: never; refused: FormAnswer } {
  const checked = checkForm(head, fields);
  const errors: Record<string, string[]> = {};
  const text = (name: string) => (fields[name] ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  const isTrim = fields.isTrim === "yes";
  const productId = text("productId") || null;
  const trim = perCentOf(text("trimPct"));
  if (trim.error) errors.trimPct = [trim.error];
  else if (isTrim && trim.pct !== null) {
    errors.trimPct = ["Trim can’t come of itself. Leave this empty, or untick that it is the trim"];
  }
  const cuts: TypedPrimal["cuts"] = [];
  for (let row = 1; row <= primalRows; row += 1) {
    const [cut, part] = [text(`cut${row}`), text(`part${row}`)];
    const read = perCentOf(text(`yield${row}`));
    if (cut === "" && part === "" && !read.error && read.pct === null) continue;
    if (cut === "") errors[`cut${row}`] = ["Please choose the cut"];
    else if (cut === productId) {
      errors[`cut${row}`] = [
        "This is what it is received as, and can’t be cut of itself. Choose another",
      ];
    } else if (cuts.some((one) => one.productId === cut)) {
      errors[`cut${row}`] = ["This cut is in the table already"];
    }
    if (part.length > 40) errors[`part${row}`] = ["Please use at most 40 characters"];
    if (read.error) errors[`yield${row}`] = [read.error];
    else if (read.pct === null) errors[`yield${row}`] = [perCentSaid];
    else cuts.push({ row, productId: cut, part, yieldPct: read.pct });
  }
  if (checked.data && Object.keys(errors).length === 0) {
    const typed = { name: checked.data.name, productId, isTrim, trimPct: trim.pct, cuts };
    const over = moreThanAll(typed);
    if (over === null) return { data: typed };
    errors[`yield${cuts[0]?.row ?? 1}`] = [over];
  }
  return {
    refused: {
      message: invalidMessage,
      values: fields,
      ...checked.refused,
      errors: { ...checked.refused?.errors, ...errors },
    },
  };
}

/** Returns the key of a cut's part, ignoring case; a cut without one is a part of its own. */
export const partOf = ({ part, productId }: { part: string; productId: string }) =>
  part === "" ? productId : part.toLowerCase();

/** Returns an error if a primal's parts and trim exceed 100%; null if they don't. */
function moreThanAll({ cuts, trimPct }: TypedPrimal): string | null {
  const parts = new Map<string, number>();
  for (const cut of cuts) {
    const part = partOf(cut);
    parts.set(part, Math.max(parts.get(part) ?? 0, cut.yieldPct));
  }
  const all = [...parts.values()].reduce((sum, pct) => sum + pct, trimPct ?? 0);
  if (all <= 100_00) return null;
  return `Its parts and trim come to ${perCentInWords(all)} together, and no more than 100% can come of it. Cuts that are made instead of each other belong to the same part`;
}

/** Formats hundredths of a percent as "62.5%". */
export function perCentInWords(pct: number): string {
  return `${Number((pct / 100).toFixed(2))}%`;
}
