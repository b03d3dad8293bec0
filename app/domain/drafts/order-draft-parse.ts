import { isUnit, poundUnit } from "#app/domain/orders/order-quantity.ts";
import { type TypedWish, typedWish } from "#app/domain/orders/wishes/wish.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type DraftLine, maxDraftLines, type OrderDraft, productOfKey } from "./order-draft.ts";

const maxLength = { name: 200, quantity: 20, notes: 20_000, delivery: 1000, wish: 200 };

/**
 * Parses a stored draft; null if there is none. The text is untrusted: invalid lines are dropped,
 * and of several with the same key all but the last.
 */
export function parseDraft(text: string | null): OrderDraft | null {
  const stored = asRecord(parseJson(text ?? ""));
  const { requestId, notes, notesFrom, lines, allowsSubstitutes, callFirst } = stored ?? {};
  // Missing in older drafts.
  const { poNumber, site, day, postalCode, override } = stored ?? {};
  if (typeof requestId !== "string" || !isUuid(requestId) || !Array.isArray(lines)) return null;
  const kept = new Map<string, DraftLine>();
  for (const line of lines.slice(0, maxDraftLines).map(parseLine)) {
    if (line) kept.set(line.key, line);
  }
  return {
    requestId,
    lines: [...kept.values()],
    notes: typeof notes === "string" ? notes.slice(0, maxLength.notes) : "",
    notesFrom: typeof notesFrom === "string" && /^\d{1,10}$/.test(notesFrom) ? notesFrom : "",
    allowsSubstitutes: allowsSubstitutes === true,
    callFirst: allowsSubstitutes === true && callFirst === true,
    poNumber: asText(poNumber),
    site: typeof site === "string" && isUuid(site) ? site : "",
    day: asText(day),
    postalCode: asText(postalCode),
    override: asText(override),
  };
}

/** Returns when a stored draft was begun; null if not recorded. */
export function parseBegun(text: string | null): Date | null {
  const { begunAt } = asRecord(parseJson(text ?? "")) ?? {};
  const begun = typeof begunAt === "string" ? new Date(begunAt) : null;
  return begun && !Number.isNaN(begun.getTime()) ? begun : null;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxLength.delivery) : "";
}

function parseLine(value: unknown): DraftLine | null {
  const record = asRecord(value) ?? {};
  // Older drafts have no unit or no key.
  const { productId, name, quantity, seenUnit = poundUnit, seenPricePerLb } = record;
  const { key = productId } = record;
  if (typeof productId !== "string" || !isUuid(productId)) return null;
  if (typeof key !== "string" || productOfKey(key) !== productId || key.length > 45) return null;
  if (typeof name !== "string" || typeof quantity !== "string") return null;
  if (typeof seenUnit !== "string" || !isUnit(seenUnit)) return null;
  if (typeof seenPricePerLb !== "string" || !/^\d{1,8}\.\d\d$/.test(seenPricePerLb)) return null;
  return {
    key,
    productId,
    name: name.slice(0, maxLength.name),
    quantity: quantity.slice(0, maxLength.quantity),
    seenUnit,
    seenPricePerLb,
    wish: parseWish(record.wish),
  };
}

function parseWish(value: unknown): TypedWish {
  const stored = asRecord(value) ?? {};
  return typedWish((part) => {
    const text = stored[part];
    return typeof text === "string" ? text.slice(0, maxLength.wish) : "";
  });
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
