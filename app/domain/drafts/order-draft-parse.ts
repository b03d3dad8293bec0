import { isUnit, poundUnit } from "#app/domain/orders/order-quantity.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type DraftLine, maxDraftLines, type OrderDraft } from "./order-draft.ts";

const maxLength = { name: 200, quantity: 20, notes: 20_000, delivery: 1000 };

/**
 * Parses a stored draft; null if there is none. The text is untrusted: invalid lines are dropped,
 * and each product keeps one line.
 */
export function parseDraft(text: string | null): OrderDraft | null {
  const stored = asRecord(parseJson(text ?? ""));
  const { requestId, notes, notesFrom, lines, allowsSubstitutes } = stored ?? {};
  // Drafts from before there were delivery days and purchase order numbers have none of these.
  const { poNumber, site, day, postalCode, override } = stored ?? {};
  if (typeof requestId !== "string" || !isUuid(requestId) || !Array.isArray(lines)) return null;
  const kept = new Map<string, DraftLine>();
  for (const line of lines.slice(0, maxDraftLines).map(parseLine)) {
    if (line) kept.set(line.productId, line);
  }
  return {
    requestId,
    lines: [...kept.values()],
    notes: typeof notes === "string" ? notes.slice(0, maxLength.notes) : "",
    notesFrom: typeof notesFrom === "string" && /^\d{1,10}$/.test(notesFrom) ? notesFrom : "",
    allowsSubstitutes: allowsSubstitutes === true,
    poNumber: asText(poNumber),
    site: typeof site === "string" && isUuid(site) ? site : "",
    day: asText(day),
    postalCode: asText(postalCode),
    override: asText(override),
  };
}

/** When a stored draft was begun; null where it doesn't say. */
export function parseBegun(text: string | null): Date | null {
  const { begunAt } = asRecord(parseJson(text ?? "")) ?? {};
  const begun = typeof begunAt === "string" ? new Date(begunAt) : null;
  return begun && !Number.isNaN(begun.getTime()) ? begun : null;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxLength.delivery) : "";
}

function parseLine(value: unknown): DraftLine | null {
  // Drafts from before there were pieces have no unit.
  const { productId, name, quantity, seenUnit = poundUnit, seenPricePerLb } = asRecord(value) ?? {};
  if (typeof productId !== "string" || !isUuid(productId)) return null;
  if (typeof name !== "string" || typeof quantity !== "string") return null;
  if (typeof seenUnit !== "string" || !isUnit(seenUnit)) return null;
  if (typeof seenPricePerLb !== "string" || !/^\d{1,8}\.\d\d$/.test(seenPricePerLb)) return null;
  return {
    productId,
    name: name.slice(0, maxLength.name),
    quantity: quantity.slice(0, maxLength.quantity),
    seenUnit,
    seenPricePerLb,
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}
