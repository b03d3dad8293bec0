import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { conflictInWords } from "#app/lib/form/keep-theirs.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { type Cursor, pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import { editLot } from "./edit-lot.server.ts";
import { formerCodes, hadCodeLike } from "./former-codes.server.ts";
import { isHeldLot, isUsableOn } from "./holds/lot-holds.server.ts";
import type { TypedParent } from "./lot-form.ts";
import { leftLb, withPounds } from "./lot-left.server.ts";
import { fitOf, lotMeat, namedAs, packableAs, soldAs } from "./lot-products.server.ts";
import { refuseOtherPounds } from "./lot-source.server.ts";
import {
  type Lot,
  type LotPage,
  type LotParent,
  type LotRefusal,
  type LotSummary,
  type LotToPack,
  type LotToScan,
  type LotToSell,
  lotName,
  type NewLot,
} from "./lots.ts";

const lotColumns = {
  id: lots.id,
  code: lots.code,
  supplier: lots.supplier,
  expiresOn: lots.expiresOn,
  receivedAt: lots.receivedAt,
};

/** True if a lot was made another's parent without a cutting sheet; for `lot_parents` queries. */
const isByHand = sql<boolean>`not exists (select from cutting_outputs
  join cutting_inputs on cutting_inputs.cutting_id = cutting_outputs.cutting_id
  where cutting_outputs.lot_id = lot_parents.child_id and cutting_inputs.lot_id = lot_parents.parent_id)`;

const choiceColumns = { ...lotColumns, meat: lotMeat, leftLb, isHeld: isHeldLot };

/** Columns of a lot in a list, without its pounds: see `withPounds`. */
export const summaryColumns = {
  ...lotColumns,
  meat: lotMeat,
  isHeld: isHeldLot,
  formerCodes,
  receivedLb: lots.receivedLb,
  isVoid: sql<boolean>`(${lots.voidedAt} is not null)`,
};

interface LotSearch extends LotPage {
  search?: string;
  withVoid?: boolean;
}

/**
 * Returns the lots, newest first, paginated in both directions; optionally those whose present or
 * former code, supplier or supplier's own code contains a text. For staff who pack.
 */
export async function listLots(
  db: Database,
  _staff: Staff<"pack">,
  { search = "", withVoid = false, before, after, limit }: LotSearch = {},
): Promise<TwoWayPage<LotSummary>> {
  const found = and(containing(search, hadCodeLike), withVoid ? undefined : isNull(lots.voidedAt));
  const place = { older: beyond(before, "<"), newer: beyond(after, ">") };
  const page = await pageAt(pageSize(limit), place, (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    return db
      .select(summaryColumns)
      .from(lots)
      .where(and(found, from))
      .orderBy(towards(lots.receivedAt), towards(lots.id))
      .limit(atMost);
  });
  return { ...page, rows: await withPounds(db, page.rows) };
}

const offeredLots = 20;

/** First to expire first; the newest first among those without a date. */
const firstToExpire = [sql`${lots.expiresOn} asc nulls last`, desc(lots.receivedAt), desc(lots.id)];

/**
 * Returns the lots that a product's packages can be moved to: lots of the product, then those that
 * may be anything, each first to expire first; without expired or held ones, and without `except`,
 * their current lot. A lot of other products is found only by its whole code, since one carcass
 * becomes many cuts. Without a product, e.g. a deleted one, any lot matches. For staff who pack.
 */
export function lotsToMoveTo(
  db: Database,
  _staff: Staff<"pack">,
  { search, productId, except }: { search: string; productId: string; except: string },
): Promise<LotToPack[]> {
  const fit = isUuid(productId) ? fitOf(productId) : undefined;
  return db
    .select({ ...choiceColumns, isOther: isOther(fit) })
    .from(lots)
    .where(
      and(
        isUuid(except) ? ne(lots.id, except) : undefined,
        isNull(lots.voidedAt),
        or(and(containing(search), fit && sql`${fit} < 2`, isUsable()), isNamed(search)),
      ),
    )
    .orderBy(sql`coalesce(${leftLb}::numeric <= 0, false)`, ...(fit ? [fit] : []), ...firstToExpire)
    .limit(offeredLots);
}

/**
 * Returns the lots that a product may be packed from: `first` in their order, then lots of the
 * product, then those that it may be cut from, each first to expire first. A primal or carcass
 * comes after the product's own lots even if it is in `first`. Expired or held ones come last, even
 * those in `first`. Empty lots, which are `emptied` or have nothing left by the books, are found
 * only by a text, and lots of other meat only by their whole code, ours or the supplier's. For
 * staff who pack.
 */
export function lotsToOffer(
  db: Database,
  _staff: Staff<"pack">,
  {
    search,
    productId,
    first,
    emptied = [],
  }: {
    search: string;
    productId: string;
    first: readonly string[];
    emptied?: readonly string[];
  },
): Promise<LotToPack[]> {
  const place = sql`array_position(${sql.param([...first])}::uuid[], lots.id)`;
  const isEmpty = sql`(${place} is null and (lots.id = any(${sql.param([...emptied])}::uuid[])
    or coalesce(${leftLb}::numeric <= 0, false)))`;
  const fit = isUuid(productId) ? fitOf(productId) : undefined;
  const contained = containing(search);
  const fits = fit && and(contained, sql`${fit} < 2`);
  const found = fits ? or(fits, isNamed(search)) : contained;
  return db
    .select({ ...choiceColumns, isOther: isOther(fit) })
    .from(lots)
    .where(
      and(
        isNull(lots.voidedAt),
        found && or(found, sql`${place} is not null`),
        contained ? undefined : sql`not ${isEmpty}`,
      ),
    )
    .orderBy(
      sql`not ${isUsable()}`,
      isEmpty,
      ...(fit ? [sql`${fit} = 1 or (${fit} = 2 and ${place} is null)`] : []),
      sql`${place} nulls last`,
      ...(fit ? [fit] : []),
      ...firstToExpire,
    )
    .limit(offeredLots);
}

/** Matches lots whose own or supplier's code equals a text. */
function isNamed(search: string): SQL | undefined {
  const code = searchText(search)?.toLowerCase();
  if (!code) return undefined;
  return or(eq(sql`lower(${lots.code})`, code), eq(sql`lower(${lots.supplierLot})`, code));
}

const isOther = (fit: SQL<number> | undefined): SQL<boolean> =>
  fit ? sql<boolean>`(${fit} = 2)` : sql<boolean>`false`;

const isUsable = () => isUsableOn(pacificDay(new Date()));

/** Matches lots by part of a code or supplier, or by `besides`; all if the text has no letters. */
function containing(search: string, besides?: (pattern: string) => SQL): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  return or(
    ilike(lots.code, pattern),
    ilike(lots.supplier, pattern),
    ilike(lots.supplierLot, pattern),
    besides?.(pattern),
  );
}

/** Number of lots that a station knows by code; it asks the server for older ones. */
const lotsAtStation = 500;

/** Returns the newest lots, for scans that name one. For staff who pack. */
export function lotsToScan(db: Database, _staff: Staff<"pack">): Promise<LotToScan[]> {
  const { receivedAt: _, ...columns } = lotColumns;
  return db
    .select({
      ...columns,
      supplierLot: lots.supplierLot,
      leftLb,
      isHeld: isHeldLot,
      packableAs,
      namedAs,
    })
    .from(lots)
    .where(isNull(lots.voidedAt))
    .orderBy(desc(lots.receivedAt), desc(lots.id))
    .limit(lotsAtStation);
}

/** Returns the newest lots with their meat, the rest, and the products they are or are sold as. */
export function lotsToSell(db: Database, _staff: Staff<"till">): Promise<LotToSell[]> {
  return db
    .select({ ...choiceColumns, supplierLot: lots.supplierLot, soldAs, namedAs })
    .from(lots)
    .where(isNull(lots.voidedAt))
    .orderBy(desc(lots.receivedAt), desc(lots.id))
    .limit(lotsAtStation);
}

function beyond(cursor: Cursor | undefined, side: "<" | ">"): SQL | undefined {
  if (!cursor || !isUuid(cursor.id)) return undefined;
  return sql`(${lots.receivedAt}, ${lots.id}) ${sql.raw(side)} (${sql.param(cursor.at, lots.receivedAt)}, ${cursor.id})`;
}

/**
 * Adds a lot, or returns this supplier's existing lot of the same code: two packers at the station
 * may enter the same lot. For staff who pack.
 */
export async function addLot(db: Database, staff: Staff<"pack">, lot: NewLot): Promise<Lot> {
  return db.transaction(async (tx) => {
    const added = await insertLot(tx, staff, lot, []);
    if (added) return added;
    const same = and(eq(lots.code, lot.code), eq(lots.supplier, lot.supplier));
    const [known] = await tx.select(lotColumns).from(lots).where(same);
    if (!known) throw new Error("The lot was not stored");
    return known;
  });
}

/**
 * Adds a lot that came in. Lots cut or ground from others are only made by a cutting sheet, which
 * reduces those. For staff who pack.
 *
 * @throws Refusal "exists" when the supplier has a lot of that code
 */
export async function createLot(db: Database, staff: Staff<"pack">, lot: NewLot): Promise<Lot> {
  return db.transaction(async (tx) => {
    const added = await insertLot(tx, staff, lot, []);
    if (!added) throw lotRefusal("exists");
    return added;
  });
}

/**
 * Changes a lot, if it is still at `version`. Code and supplier of a packed lot can't change. Its
 * pounds come from its source; a lot without one can be changed by hand, with a reason. Parents
 * entered without a sheet, as was possible earlier, can be corrected and removed, but not added.
 * Audits the differences; writes nothing if there are none. For staff who pack.
 *
 * @throws Refusal
 */
export async function updateLot(
  db: Database,
  staff: Staff<"pack">,
  { id, version }: { id: string; version: number },
  { receivedAt, ...facts }: NewLot,
  parents: LotParent[],
  receivedWhy = "",
): Promise<void> {
  if (!isUuid(id)) throw lotRefusal("gone");
  await refusing(() =>
    db.transaction(async (tx) => {
      const [stored] = await tx.select().from(lots).where(eq(lots.id, id)).for("no key update");
      if (!stored) throw lotRefusal("gone");
      if (stored.version !== version) throw lotRefusal("changed");
      await refuseOtherPounds(tx, stored, facts.receivedLb, receivedWhy);
      // The form has whole minutes; an unchanged time keeps its seconds.
      const isSameMinute =
        receivedAt === undefined ||
        Math.floor(receivedAt.getTime() / 60_000) ===
          Math.floor(stored.receivedAt.getTime() / 60_000);
      const wanted = { ...facts, receivedAt: isSameMinute ? stored.receivedAt : receivedAt };
      const madeFrom = await parentsInWords(tx, id);
      const known = await parentsOf(tx, id);
      await setParents(tx, id, [...parents, ...known.filter((one) => !one.isByHand)]);
      if (parents.some((one) => !known.some(({ id }) => id === one.id))) throw lotRefusal("sheet");
      const before = { ...comparable(stored), madeFrom };
      const after = { ...comparable(wanted), madeFrom: await parentsInWords(tx, id) };
      await editLot(tx, staff, stored, {
        set: wanted,
        before,
        after,
        said: (names): Record<string, string> =>
          receivedWhy !== "" && names.includes("receivedLb") ? { reason: receivedWhy } : {},
      });
    }),
  );
}

/**
 * Finds the parent lots that were typed by code, or by code and supplier; with errors by field for
 * unknown or ambiguous ones. For staff who pack.
 */
export async function resolveParents(
  db: Database | Transaction,
  _staff: Staff<"pack">,
  typed: readonly TypedParent[],
): Promise<{ parents: (LotParent & { row: number })[]; errors: Record<string, string[]> }> {
  const errors: Record<string, string[]> = {};
  const parents: (LotParent & { row: number })[] = [];
  if (typed.length === 0) return { parents, errors };
  const codes = typed.flatMap(({ name }) => codesIn(name.toLowerCase()));
  const known = await db
    .select({ id: lots.id, code: lots.code, supplier: lots.supplier })
    .from(lots)
    .where(and(inArray(sql`lower(${lots.code})`, codes), isNull(lots.voidedAt)));
  for (const { row, name, lb } of typed) {
    const wanted = name.toLowerCase();
    const exact = known.filter((lot) => lotName(lot).toLowerCase() === wanted);
    const found =
      exact.length > 0 ? exact : known.filter((lot) => lot.code.toLowerCase() === wanted);
    const [lot] = found;
    if (!lot) {
      errors[`parent${row}`] = [`There is no lot ${name}. Add it first.`];
    } else if (found.length > 1) {
      const names = found.slice(0, 3).map(lotName).join("; ");
      errors[`parent${row}`] = [`More than one supplier has it. Enter one of: ${names}`];
    } else if (parents.some(({ id }) => id === lot.id)) {
      errors[`parent${row}`] = ["This lot is entered twice. Enter the sum of its pounds."];
    } else parents.push({ id: lot.id, lb, row });
  }
  return { parents, errors };
}

/** Returns the possible codes in "code" or "code, supplier", as both may contain commas. */
function codesIn(name: string): string[] {
  const parts = name.split(", ");
  return parts.map((_, index) => parts.slice(0, index + 1).join(", "));
}

async function insertLot(
  tx: Transaction,
  staff: Staff<"pack">,
  lot: NewLot,
  parents: LotParent[],
  said: Record<string, string> = {},
): Promise<Lot | undefined> {
  const [added] = await tx
    .insert(lots)
    .values({ ...lot, createdBy: staff.userId })
    .onConflictDoUpdate({
      // Revive a voided lot; leave any other unchanged.
      target: [lots.supplier, lots.code],
      set: { ...lot, voidedAt: null, version: sql`${lots.version} + 1` },
      setWhere: isNotNull(lots.voidedAt),
    })
    .returning(lotColumns);
  if (!added) return undefined;
  await setParents(tx, added.id, parents);
  const madeFrom = await parentsInWords(tx, added.id);
  await recordAudit(tx, staff, {
    entity: "lot",
    entityId: added.id,
    action: "created",
    after: { code: lot.code, supplier: lot.supplier, ...(madeFrom && { madeFrom }), ...said },
  });
  return added;
}

async function setParents(tx: Transaction, childId: string, parents: LotParent[]): Promise<void> {
  const kept = parents.map(({ id }) => id);
  await tx
    .delete(lotParents)
    .where(
      and(
        eq(lotParents.childId, childId),
        kept.length > 0 ? notInArray(lotParents.parentId, kept) : undefined,
      ),
    );
  if (parents.length === 0) return;
  await tx
    .insert(lotParents)
    .values(parents.map(({ id, lb }) => ({ childId, parentId: id, lb })))
    .onConflictDoUpdate({
      target: [lotParents.childId, lotParents.parentId],
      set: { lb: sql`excluded.lb` },
    });
}

/** Returns a lot's parents. Those from cutting sheets only change by reversing the sheet. */
function parentsOf(tx: Transaction, childId: string) {
  return tx
    .select({ id: lotParents.parentId, lb: lotParents.lb, isByHand })
    .from(lotParents)
    .where(eq(lotParents.childId, childId));
}

/** Returns "L-1, Sample Packer (120.00 lb)", one per line, for the log. */
async function parentsInWords(tx: Transaction, childId: string): Promise<string> {
  const parents = await tx
    .select({ code: lots.code, supplier: lots.supplier, lb: lotParents.lb })
    .from(lotParents)
    .innerJoin(lots, eq(lots.id, lotParents.parentId))
    .where(eq(lotParents.childId, childId))
    .orderBy(asc(lots.code), asc(lots.supplier));
  return parents.map((lot) => `${lotName(lot)}${lot.lb ? ` (${lot.lb} lb)` : ""}`).join("\n");
}

/** Returns the audited facts in the format that the database returns. */
function comparable(lot: Omit<NewLot, "receivedAt"> & { receivedAt: Date }) {
  const decimals = (value: string | null, count: number) =>
    value === null ? null : Number(value).toFixed(count);
  return {
    code: lot.code,
    supplier: lot.supplier,
    supplierLot: lot.supplierLot,
    animalNumber: lot.animalNumber,
    slaughteredOn: lot.slaughteredOn,
    establishment: lot.establishment,
    grade: lot.grade,
    receivedAt: lot.receivedAt.toISOString(),
    receivedLb: decimals(lot.receivedLb, 2),
    temperatureC: decimals(lot.temperatureC, 1),
    expiresOn: lot.expiresOn,
    note: lot.note,
  };
}

const refusalText: Record<LotRefusal, string> = {
  gone: "This lot no longer exists.",
  exists: "This supplier has a lot of this code already.",
  packed:
    "Packages of this lot were packed meanwhile, so its code and supplier stay. Reload the page.",
  circle: "A lot cannot be made from what was made of it.",
  sheet:
    "Enter what is cut or ground on a cutting sheet: it takes the pounds from their lot. Nothing was stored.",
  changed: conflictInWords("this lot"),
};

const fieldOf: Partial<Record<LotRefusal, string>> = { exists: "code" };

function lotRefusal(reason: LotRefusal): Refusal<LotRefusal> {
  const field = fieldOf[reason];
  const errors = field ? { [field]: [refusalText[reason]] } : undefined;
  const answer = errors && { message: invalidMessage };
  return new Refusal(reason, refusalText[reason], { errors, answer });
}

async function refusing(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reason = refusals.get(databaseErrorOf(error)?.constraint ?? "");
    throw reason ? lotRefusal(reason) : error;
  }
}

const refusals = new Map([
  ["lots_code_of_supplier", "exists" as const],
  ["lots_packed_keep_code", "packed" as const],
  ["lot_parents_no_circle", "circle" as const],
  ["lot_parents_not_itself", "circle" as const],
]);

/**
 * Adds a lot cut or ground from others, in the transaction that cuts them. Callers have checked the
 * capability.
 *
 * @param said further details for its history, such as where its date comes from
 * @throws Refusal "exists" when the supplier has a lot of that code
 */
export async function addCutLot(
  tx: Transaction,
  staff: Staff<"pack">,
  lot: NewLot,
  parents: LotParent[],
  said: { bestBefore: string },
): Promise<Lot> {
  const added = await insertLot(tx, staff, lot, parents, said);
  if (!added)
    throw new Refusal("exists", `There is a lot ${lot.code} already. Choose another code.`);
  return added;
}
