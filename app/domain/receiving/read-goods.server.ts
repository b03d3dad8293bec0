import { inArray, sql } from "drizzle-orm";
import { isKeptInPieces } from "#app/domain/stock/stock-entries.server.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { Storage } from "#db/schema/values/products.ts";
import type { ReceiptGoods } from "./receipt-form.ts";
import type { NewLine } from "./receiving.ts";
import {
  degrees,
  exceededLimit,
  formatDegrees,
  type ReceivingSettings,
} from "./receiving-settings.ts";

// Looks up the products of received goods, for receiving and for corrections.

/** Messages by field. */
export type Errors = Record<string, string[]>;

/** Adds their products' facts to the lines, and returns the errors by field. */
export async function readGoods(
  tx: Transaction,
  goods: ReceiptGoods,
  limits: ReceivingSettings,
): Promise<{ came: Came[]; errors: Errors }> {
  const { came, errors } = await withProducts(tx, goods.lines);
  Object.assign(errors, await whenFuture(tx, goods.receivedAt), whenUndecided(came, goods, limits));
  return { came, errors };
}

type TypedLine = Pick<NewLine, "row" | "productId" | "description" | "isAccepted" | "pieces">;

type WithProduct<Line> = Line & { storage: Storage | null; pieces: number | null } & {
  typicalPieceLb: string | null;
};

export type Came = WithProduct<NewLine>;

/** Adds products' facts to lines whose product may be unknown or whose pieces may be missing. */
export async function withProducts<Line extends TypedLine>(
  tx: Transaction,
  lines: readonly Line[],
): Promise<{ came: WithProduct<Line>[]; errors: Errors }> {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: products.id,
            name: products.name,
            storage: products.storage,
            typicalPieceLb: products.typicalPieceLb,
            isKeptInPieces,
          })
          .from(products)
          .where(inArray(products.id, ids));
  const known = new Map(found.map((product) => [product.id, product]));
  const errors: Errors = {};
  const came = lines.map((line): WithProduct<Line> => {
    const unknown = { ...line, storage: null, pieces: null, typicalPieceLb: null };
    if (line.productId === null) return unknown;
    const product = known.get(line.productId);
    if (!product) {
      errors[`product${line.row}`] = ["This product is gone. Please choose another."];
      return unknown;
    }
    const { name: description, storage, typicalPieceLb } = product;
    const pieces = product.isKeptInPieces && line.isAccepted ? (line.pieces ?? null) : null;
    if (product.isKeptInPieces && line.isAccepted && pieces === null) {
      errors[`pieces${line.row}`] = ["It is kept in pieces. Please enter how many came"];
    }
    return { ...line, description, storage, pieces, typicalPieceLb };
  });
  return { came, errors };
}

/** Refuses a moment in the future. */
export async function whenFuture(tx: Transaction, receivedAt: Date | undefined): Promise<Errors> {
  if (receivedAt === undefined) return {};
  const { rows } = await tx.execute<{ is_later: boolean }>(
    sql`select ${receivedAt.toISOString()}::timestamptz > now() + interval '1 hour' as is_later`,
  );
  const message = "That is still to come. Please enter when it came.";
  return rows[0]?.is_later ? { receivedAt: [message] } : {};
}

/** The facts that decide whether a line may be accepted. */
type DecidedLine = Pick<NewLine, "row" | "isAccepted" | "reason" | "temperatureC" | "expiresOn"> & {
  storage: Storage | null;
};

/**
 * Requires a reason, or a refusal, for lines that are too warm or expired. `decide` ends the
 * sentence after the reason that it asks for.
 */
export function whenUndecided(
  came: readonly DecidedLine[],
  { temperatureC }: Pick<ReceiptGoods, "temperatureC">,
  limits: ReceivingSettings,
  decide = "Say why you accept it, or refuse it.",
): Errors {
  const errors: Errors = {};
  const today = pacificDay(new Date());
  for (const line of came) {
    if (!line.isAccepted || line.reason !== "") continue;
    const measured = line.temperatureC ?? temperatureC;
    const limit = exceededLimit(measured, line.storage, limits);
    if (limit !== null) {
      errors[`reason${line.row}`] = [
        `${formatDegrees(measured ?? "")} is above your limit of ${formatDegrees(degrees(limit))}. ${decide}`,
      ];
    } else if (line.expiresOn !== null && line.expiresOn < today) {
      errors[`reason${line.row}`] = [
        `It was best before ${formatFullDay(line.expiresOn)}. ${decide}`,
      ];
    }
  }
  return errors;
}
