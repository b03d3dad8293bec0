import { z } from "zod";
import { toCents, toDollars } from "#app/lib/money.ts";
import { readPounds } from "../order-quantity.ts";
import { reloadPage } from "../order-texts.ts";

/** The most lines in an order, and characters in its notes. */
const orderLimits = { lines: 100, notes: 5_000 };

const price = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, reloadPage)
  .transform((dollars) => toDollars(toCents(dollars)));

const line = z.object({
  /** One spelling, so that the same product twice is seen as such. */
  productId: z.guid(reloadPage).toLowerCase(),
  /** Pounds, as typed; read to two decimals. */
  quantity: z.string().transform((typed, check) => {
    const reading = readPounds(typed);
    if ("pounds" in reading) return reading.pounds;
    check.addIssue({ code: "custom", message: reading.error });
    return z.NEVER;
  }),
  /** Dollars per lb that whoever orders was shown. */
  seenPricePerLb: price,
});

/** An order as a browser may ask for it. Prices in it are only compared, never charged. */
const placeOrderSchema = z.object({
  /** Made once per order by whoever asks: the same id places the same order, however often. */
  requestId: z.guid(reloadPage).toLowerCase(),
  lines: z
    .array(z.unknown())
    .min(1, "Enter a weight for at least one product.")
    .max(
      orderLimits.lines,
      `An order can have at most ${orderLimits.lines} products. Please split it into two orders.`,
    )
    .pipe(z.array(line))
    .superRefine(refuseRepeated),
  notes: z
    .string()
    .default("")
    .transform(asText)
    .pipe(z.string().max(orderLimits.notes, "Please keep the notes within 5,000 characters.")),
});

export type PlaceOrderInput = z.input<typeof placeOrderSchema> & {
  lines: z.input<typeof line>[];
};

/** An order that keeps the rules: quantities and prices with two decimals. */
export type CheckedOrder = z.output<typeof placeOrderSchema>;

/** The answer to everyone who asks with the same request id. */
export interface PlacedOrder {
  id: string;
  placedAt: Date;
  /** Dollars, e.g. "612.26". */
  totalPrice: string;
  /** Whether the owner is to confirm it first. */
  isNewClient: boolean;
}

/** What is wrong with one part of an order. */
export interface OrderProblem {
  /**
   * `requestId`, `notes`, `lines` for all of them, of one `lines.3.quantity`, or `account` for what the
   * account lacks.
   */
  field: string;
  /** The product of that line: a screen finds it whatever the order of its lines. */
  productId?: string;
  message: string;
}

/** A product that does not cost any more what whoever orders was shown; dollars per lb. */
export interface PriceChange {
  productId: string;
  name: string;
  seenPricePerLb: string;
  pricePerLb: string;
}

/**
 * The order breaks a rule, and nothing was placed; for a 400 with every problem beside its field.
 * Also for a product that is not sold (any more), or never was.
 */
export class OrderRefusedError extends Error {
  override readonly name = "OrderRefusedError";
  readonly problems: OrderProblem[];

  constructor(problems: OrderProblem[]) {
    super(`The order cannot be placed: ${problems.map(({ field }) => field).join(", ")}`);
    this.problems = problems;
  }
}

/** Prices changed since they were seen, and nothing was placed; for a 409 that asks again. */
export class PriceChangedError extends Error {
  override readonly name = "PriceChangedError";
  readonly changes: PriceChange[];

  constructor(changes: PriceChange[]) {
    super(`The price of ${changes.length} products changed since it was seen`);
    this.changes = changes;
  }
}

/**
 * The client placed a different order with this request id before, say just before changing a
 * quantity; for a 409. That order stands, and nothing was added to it.
 */
export class OrderAlreadyPlacedError extends Error {
  override readonly name = "OrderAlreadyPlacedError";
  readonly order: PlacedOrder;

  constructor(order: PlacedOrder) {
    super(`The order ${order.id} was placed with this request id, with other contents`);
    this.order = order;
  }
}

/**
 * What somebody asks for as an order that keeps the rules.
 *
 * @throws OrderRefusedError with every problem at once
 */
export function checkOrder(input: PlaceOrderInput): CheckedOrder {
  const checked = placeOrderSchema.safeParse(input);
  if (checked.success) return checked.data;
  throw new OrderRefusedError(
    checked.error.issues.map(({ path, message }) => {
      const product = path[0] === "lines" ? input.lines?.[Number(path[1])] : undefined;
      return { field: path.join("."), productId: product?.productId, message };
    }),
  );
}

function refuseRepeated(lines: z.output<typeof line>[], check: z.RefinementCtx) {
  const seen = new Set<string>();
  for (const [index, { productId }] of lines.entries()) {
    if (seen.has(productId)) {
      check.addIssue({
        code: "custom",
        path: [index, "productId"],
        message: "This product is in the order twice.",
      });
    }
    seen.add(productId);
  }
}

/** Notes with one kind of line break, without what no keyboard types and no database takes. */
function asText(typed: string): string {
  return typed
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed()
    .trim();
}
