import { moved } from "#app/components/drag-order.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { hundredthsOf } from "#app/lib/form/typed-numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";

export const guideFailed = "The guide could not be saved. Please try again.";

/** Catalogues hardly have more. */
const maxItems = 500;
const maxSection = 40;

export interface ArrangedItem {
  productId: string;
  section: string;
  /** In the unit the product is sold by, at most two decimals; null for none. */
  par: string | null;
  isHidden: boolean;
}

/** The form's fields; those of a cut end with its product's id. */
export const guideField = {
  siteId: "site",
  version: "version",
  /** The ids in order, separated by spaces. */
  order: "order",
  section: (id: string) => `section.${id}`,
  par: (id: string) => `par.${id}`,
  hide: (id: string) => `hide.${id}`,
  /** A cut to append. */
  add: "add",
  /** A button: "up <id>" or "down <id>". Other buttons save. */
  move: "move",
};

const sectionText = optionalText(maxSection);
const mostPar = 10_000_00;

/**
 * Parses the submitted guide, or returns the answer with its errors. A button that moves a cut, or
 * a cut to append, changes the submitted order.
 */
export function checkGuide(
  fields: Record<string, string>,
):
  | { data: { siteId: string; version: number; items: ArrangedItem[] }; refused?: never }
  | { data?: never; refused: FormAnswer } {
  const errors: Record<string, string[]> = {};
  const ids = orderIn(fields);
  const items = ids.map((productId): ArrangedItem => {
    const typed = (fields[guideField.section(productId)] ?? "").replace(/\s+/g, " ");
    const { data: section = "", error } = sectionText.safeParse(typed);
    if (error) errors[guideField.section(productId)] = error.issues.map(({ message }) => message);
    const par = hundredthsOf(fields[guideField.par(productId)] ?? "");
    const isPar = typeof par === "number" && par > 0 && par <= mostPar;
    if (!isPar && par !== "missing" && par !== 0) {
      errors[guideField.par(productId)] = ["Please enter a quantity, like 12 or 7.5"];
    }
    const isHidden = fields[guideField.hide(productId)] !== undefined;
    return { productId, section, par: isPar ? toDollars(par) : null, isHidden };
  });
  if (Object.keys(errors).length > 0) {
    return { refused: { message: invalidMessage, values: fields, errors } };
  }
  const version = Number(fields[guideField.version]);
  const seen = Number.isSafeInteger(version) && version > 0 ? version : 0;
  return { data: { siteId: fields[guideField.siteId] ?? "", version: seen, items } };
}

function orderIn(fields: Record<string, string>): readonly string[] {
  const sent = (fields[guideField.order] ?? "").split(" ").filter(isUuid);
  const added = fields[guideField.add] ?? "";
  const ids = [...new Set(isUuid(added) ? [...sent, added] : sent)].slice(0, maxItems);
  const [way, id = ""] = (fields[guideField.move] ?? "").split(" ");
  const from = ids.indexOf(id);
  return way === "up" || way === "down" ? moved(ids, from, from + (way === "up" ? -1 : 1)) : ids;
}
