import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { findHeldLots } from "#app/domain/lots/holds/lot-holds.server.ts";
import { heldInWords } from "#app/domain/lots/holds/lot-holds.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { resolveParents } from "#app/domain/lots/lots.server.ts";
import type { LotParent } from "#app/domain/lots/lots.ts";
import { oddPiecesInWords } from "#app/domain/stock/odd-pieces.ts";
import { isKeptInPieces, stockedAs } from "#app/domain/stock/stock-entries.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { pleaseConfirm } from "#app/lib/form/questions.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { SheetRows } from "./cutting.ts";
import { type DatedLot, oddExpiryInWords } from "./expiry.ts";

interface Mistake {
  code: "invalid" | "lot held" | "more than there" | "exists" | "asked";
  /** The message if it is the only mistake on the sheet. */
  message: string;
  errors: Record<string, string[]>;
}

export interface NamedRows {
  /** In the order of the sheet, without the rows that are wrong. */
  parents: (LotParent & { pieces: number | null })[];
  dated: DatedLot[];
  products: Map<
    string,
    {
      id: string;
      name: string;
      pricePerLb: string;
      isKeptInPieces: boolean;
      typicalPieceLb: string | null;
    }
  >;
}

/**
 * Returns the database's errors for the rows that could be parsed, so that a refused form shows all
 * mistakes at once. For staff who pack. `ownSupplier` is the company's name.
 */
export async function sheetMistakes(
  db: Database,
  staff: Staff<"pack">,
  rows: SheetRows,
  ownSupplier: string,
): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    const { mistakes } = await readRows(tx, staff, rows, ownSupplier);
    return errorsOf(mistakes);
  });
}

/**
 * Looks up the lots and products of a sheet, and locks its lots against a hold.
 *
 * @throws Refusal with all mistakes, each beside its row: a lot that is unknown, entered twice, on
 *   hold, or overdrawn without confirmation; a taken code; a missing product; pieces of an odd
 *   weight; an odd best-before date
 */
export async function acceptRows(
  tx: Transaction,
  staff: Staff<"pack">,
  rows: SheetRows,
  ownSupplier: string,
): Promise<NamedRows> {
  const { mistakes, ...named } = await readRows(tx, staff, rows, ownSupplier);
  const [first, ...others] = mistakes;
  if (!first) return named;
  if (others.length === 0) throw new Refusal(first.code, first.message, { errors: first.errors });
  const codes = new Set(mistakes.map(({ code }) => code));
  throw new Refusal(codes.size === 1 ? first.code : "invalid", invalidMessage, {
    status: 400,
    errors: errorsOf(mistakes),
  });
}

/** A row with several mistakes shows the first. */
function errorsOf(mistakes: readonly Mistake[]): Record<string, string[]> {
  return Object.assign({}, ...mistakes.toReversed().map(({ errors }) => errors));
}

async function readRows(
  tx: Transaction,
  staff: Staff<"pack">,
  { inputs, outputs, confirmed }: SheetRows,
  ownSupplier: string,
): Promise<NamedRows & { mistakes: Mistake[] }> {
  const { parents: found, errors } = await resolveParents(tx, staff, inputs);
  const unknown = Object.entries(errors).map(([name, why]) =>
    invalid({ [name.replace("parent", "input")]: why }),
  );
  const known = await productsOf(tx, outputs);
  const piecesOf = (row: number) => inputs.find((typed) => typed.row === row)?.pieces ?? null;
  const parents = found.map(({ id, lb, row }) => ({ id, lb, row, pieces: piecesOf(row) }));
  const dated = await datedLots(
    tx,
    found.map(({ id }) => id),
  );
  return {
    parents: parents.map(({ row: _, ...parent }) => parent),
    dated,
    products: known.products,
    mistakes: [
      ...unknown,
      ...(await heldOf(tx, found)),
      ...(confirmed.includes("isMeant") ? [] : await moreThanThere(tx, found)),
      ...(await withoutPieces(tx, parents)),
      ...known.mistakes,
      ...(confirmed.includes("isOddMeant") ? [] : oddOutputs(outputs, known.products)),
      ...(confirmed.includes("isExpiryMeant") ? [] : oddDates(outputs, known.products, dated)),
      ...(await takenCodes(tx, outputs, ownSupplier)),
    ],
  };
}

const invalid = (errors: Record<string, string[]>): Mistake => ({
  code: "invalid",
  message: invalidMessage,
  errors,
});

type FoundRow = LotParent & { row: number };

async function heldOf(tx: Transaction, found: readonly FoundRow[]): Promise<Mistake[]> {
  const held = await findHeldLots(
    tx,
    found.map(({ id }) => id),
  );
  return held.map(({ id, code, reason }) => {
    const row = found.find((lot) => lot.id === id)?.row;
    const words = heldInWords(code, reason);
    return {
      code: "lot held",
      message: `${words} Nothing was cut.`,
      errors: { [`input${row}`]: [words] },
    };
  });
}

/** Cutting more than is left needs a confirmation. */
async function moreThanThere(tx: Transaction, found: readonly FoundRow[]): Promise<Mistake[]> {
  const sums = await sumsOfLots(
    tx,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, row, lb }): Mistake[] => {
    const lot = sums.get(id);
    const wanted = lb ?? "0";
    if (!lot || lot.leftLb === null) return [];
    if (toHundredthsLb(wanted) <= toHundredthsLb(lot.leftLb)) return [];
    const left = Math.max(0, Number(lot.leftLb)).toFixed(2);
    const message = `Lot ${lot.code} has ${left} lb left by the books, and ${Number(wanted).toFixed(2)} lb ${isOrAre(Number(wanted))} to be cut. Correct it, or tick that it is meant.`;
    const beside = `${left} lb left by the books. Correct it, or tick below that it is meant.`;
    const errors = { [`inputLb${row}`]: [beside], isMeant: [message] };
    return [{ code: "more than there", message, errors }];
  });
}

/** Pieces must be typed: only the cutter knows how many whole ones were used. */
async function withoutPieces(
  tx: Transaction,
  parents: readonly { id: string; row: number; pieces: number | null }[],
): Promise<Mistake[]> {
  const stocked = await stockedAs(
    tx,
    parents.map(({ id }) => id),
  );
  return parents
    .filter(({ id, pieces }) => pieces === null && stocked.get(id)?.isKeptInPieces)
    .map(({ row }) => invalid({ [`inputPieces${row}`]: [askedOfInput] }));
}

const askedOfInput =
  "It is kept in pieces. Enter how many whole pieces were cut; what is left of one is no piece";

const askedOfOutput = "It is kept in pieces. Enter how many came of it, 0 for a remnant";

/** Asks about pieces that weigh far from the usual, as receiving does. */
function oddOutputs(outputs: SheetRows["outputs"], products: NamedRows["products"]): Mistake[] {
  const asked = oddPiecesInWords(
    outputs.flatMap(({ productId, lb, pieces = null }) => {
      const product = products.get(productId ?? "");
      if (!product?.isKeptInPieces) return [];
      return [{ description: product.name, lb, pieces, typicalPieceLb: product.typicalPieceLb }];
    }),
  );
  if (asked === null) return [];
  return [{ code: "asked", message: pleaseConfirm, errors: { isOddMeant: [asked] } }];
}

/** Returns lots with their best-before dates, by code. */
export function datedLots(tx: Transaction, ids: readonly string[]): Promise<DatedLot[]> {
  return tx
    .select({ code: lots.code, expiresOn: lots.expiresOn })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(asc(lots.code), asc(lots.id));
}

function oddDates(
  outputs: SheetRows["outputs"],
  products: NamedRows["products"],
  dated: readonly DatedLot[],
): Mistake[] {
  const named = outputs.map(({ productId, what, expiresOn = null }) => ({
    name: products.get(productId ?? "")?.name ?? (what || "What comes of it"),
    expiresOn: dayIn(expiresOn) ?? null,
  }));
  const asked = oddExpiryInWords(named, dated, pacificDay(new Date()));
  if (asked === null) return [];
  return [{ code: "asked", message: pleaseConfirm, errors: { isExpiryMeant: [asked] } }];
}

async function productsOf(tx: Transaction, outputs: SheetRows["outputs"]) {
  const wanted = outputs.flatMap(({ productId }) =>
    productId && isUuid(productId) ? [productId] : [],
  );
  const found = await tx
    .select({
      id: products.id,
      name: products.name,
      pricePerLb: products.pricePerLb,
      typicalPieceLb: products.typicalPieceLb,
      isKeptInPieces,
    })
    .from(products)
    .where(inArray(products.id, wanted));
  const byId = new Map(found.map((product) => [product.id, product]));
  const mistakes = outputs
    .filter(({ productId }) => productId !== null && !byId.has(productId))
    .map(({ row }) =>
      invalid({ [`output${row}`]: ["This product is not there any more. Choose another."] }),
    );
  const unasked = outputs
    .filter(({ productId, pieces }) => {
      const product = byId.get(productId ?? "");
      return product?.isKeptInPieces && (pieces ?? null) === null;
    })
    .map(({ row }) => invalid({ [`outputPieces${row}`]: [askedOfOutput] }));
  return { products: byId, mistakes: [...mistakes, ...unasked] };
}

async function takenCodes(
  tx: Transaction,
  outputs: SheetRows["outputs"],
  ownSupplier: string,
): Promise<Mistake[]> {
  const coded = outputs.filter(({ code }) => code !== "");
  if (coded.length === 0) return [];
  const stored = await tx
    .select({ code: lots.code })
    .from(lots)
    .where(
      and(
        eq(lots.supplier, ownSupplier),
        inArray(
          lots.code,
          coded.map(({ code }) => code),
        ),
        isNull(lots.voidedAt),
      ),
    )
    .orderBy(asc(lots.code));
  const taken = new Set(stored.map(({ code }) => code));
  return coded.flatMap(({ row, code }, index): Mistake[] => {
    const message = taken.has(code)
      ? `There is a lot ${code} already. Choose another code.`
      : coded.findIndex((other) => other.code === code) < index
        ? `This sheet has the code ${code} twice. Choose another.`
        : null;
    if (message === null) return [];
    return [{ code: "exists", message, errors: { [`code${row}`]: [message] } }];
  });
}
