import { maxNotes, notesTooLong } from "#app/domain/ordering/placing/order-rules.ts";
import { maxPoNumber } from "#app/domain/ordering/placing/po-number.ts";
import { isUnit, readQuantity } from "#app/domain/orders/order-quantity.ts";
import { sameLineTwice } from "#app/domain/orders/order-refusals.ts";
import { isSameWish, readWish, typedWish } from "#app/domain/orders/wishes/wish.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import type { StandingOrder } from "./standing-order.ts";
import { type Rhythm, standingField, standingLimits } from "./standing-order.ts";

/** A submitted standing order; its references are checked against the shop when it is stored. */
export interface WantedStandingOrder
  extends Omit<Rhythm, "pausedUntil">,
    Pick<
      StandingOrder,
      "version" | "siteId" | "zoneId" | "poNumber" | "notes" | "allowsSubstitutes" | "callFirst"
    > {
  lines: { row: string; productId: string; quantity: string; unit: string; wish: Wish | null }[];
}

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && isReal(text);

/** Rejects days such as February 30. */
const isReal = (text: string) => new Date(text).toISOString().startsWith(text);

/** Reads a submitted form. @throws Refusal with the errors by field, or if it has no lines */
export function readStandingOrder(fields: Record<string, string>): WantedStandingOrder {
  const errors: Record<string, string[]> = {};
  const wrong = (field: string, message: string) => {
    errors[field] = [message];
  };
  const typed = (field: string) => (fields[field] ?? "").trim();
  const siteId = typed(standingField.site);
  if (!isUuid(siteId)) wrong(standingField.site, "Choose a site.");
  const [zoneId = "", weekday = ""] = typed(standingField.day).split(" ");
  if (!isUuid(zoneId) || !/^[1-7]$/.test(weekday)) wrong(standingField.day, "Choose a day.");
  const everyWeeks = Number(typed(standingField.everyWeeks) || "1");
  if (!Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > standingLimits.weeks) {
    wrong(standingField.everyWeeks, `Choose from 1 to ${standingLimits.weeks} weeks.`);
  }
  const startsOn = typed(standingField.startsOn);
  if (!isDay(startsOn)) wrong(standingField.startsOn, "Enter a day.");
  const endsOn = typed(standingField.endsOn) || null;
  if (endsOn !== null && !isDay(endsOn)) wrong(standingField.endsOn, "Enter a day, or none.");
  else if (endsOn !== null && endsOn < startsOn) {
    wrong(standingField.endsOn, "The last day is before the first.");
  }
  const poNumber = typed(standingField.poNumber).replace(/\s+/g, " ");
  if (poNumber.length > maxPoNumber) {
    wrong(standingField.poNumber, `Please keep it within ${maxPoNumber} characters.`);
  }
  const notes = (fields[standingField.notes] ?? "").replaceAll("\r\n", "\n").trim();
  if (notes.length > maxNotes) wrong(standingField.notes, notesTooLong);
  const lines = readLines(fields, wrong);
  if (Object.keys(errors).length > 0) throw new Refusal("invalid", invalidMessage, { errors });
  if (lines.length === 0) throw new Refusal("invalid", "Choose at least one product.");
  const version = /^\d{1,9}$/.test(typed(standingField.version))
    ? Number(typed(standingField.version))
    : 0;
  return {
    version,
    siteId,
    zoneId,
    weekday: Number(weekday),
    everyWeeks,
    startsOn,
    endsOn,
    poNumber,
    notes,
    lines,
    allowsSubstitutes: standingField.substitutes in fields,
    callFirst: standingField.substitutes in fields && standingField.callFirst in fields,
  };
}

function readLines(
  fields: Record<string, string>,
  wrong: (field: string, message: string) => void,
): WantedStandingOrder["lines"] {
  const prefix = standingField.product("");
  const rows = Object.keys(fields).flatMap((name) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : [],
  );
  const seen: { productId: string; wish: Wish | null }[] = [];
  return rows.flatMap((row) => {
    const [productId = "", ...rest] = (fields[standingField.product(row)] ?? "").split(" ");
    const unit = rest.join(" ");
    const quantity = (fields[standingField.quantity(row)] ?? "").trim();
    if (productId === "" && quantity === "") return [];
    if (productId === "") {
      wrong(standingField.product(row), "Choose a product.");
      return [];
    }
    // An emptied line is removed.
    if (quantity === "") return [];
    if (!isUuid(productId) || !isUnit(unit)) {
      wrong(standingField.product(row), "Choose a product from the list.");
      return [];
    }
    const wished = readWish(typedWish((part) => fields[standingField.wish(part, row)] ?? ""));
    if ("error" in wished) {
      wrong(standingField.wish("note", row), wished.error);
      return [];
    }
    const { wish } = wished;
    if (seen.some((one) => one.productId === productId && isSameWish(one.wish, wish))) {
      wrong(standingField.product(row), sameLineTwice);
      return [];
    }
    seen.push({ productId, wish });
    if (seen.length > standingLimits.lines) {
      wrong(standingField.product(row), `At most ${standingLimits.lines} products.`);
      return [];
    }
    const reading = readQuantity(quantity, unit);
    if ("error" in reading) {
      wrong(standingField.quantity(row), reading.error);
      return [];
    }
    const counted = String(reading.pieces ?? Number(reading.pounds));
    return [{ row, productId, quantity: counted, unit, wish }];
  });
}
