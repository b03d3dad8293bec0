import { z } from "zod";
import { optionalText, storable } from "#app/lib/form/form-texts.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";

const uuid = z.guid().toLowerCase();

const packageOp = z.object({
  kind: z.literal("package"),
  /** Made by the station, so that sending it twice stores it once. */
  requestId: uuid,
  itemId: uuid,
  /** Gross, as read. */
  value: z.string().regex(/^\d{1,5}(\.\d{1,3})?$/),
  unit: z.enum(weightUnits),
  pieces: z.number().int().min(1).max(10_000).nullable(),
  source: z.enum(["typed", "ean", "gs1", "scale", "derived"]),
  rawScan: z.string().transform(storable).pipe(z.string().max(512)).default(""),
  serial: z
    .string()
    .transform(storable)
    .pipe(z.string().trim().min(1).max(100))
    .nullable()
    .default(null),
  /** Null for what was weighed without its packaging, such as a label's net weight. */
  isNet: z.boolean().default(false),
  lotId: uuid.nullable().default(null),
  /** Null for the order's last box. */
  boxId: uuid.nullable().default(null),
  /** The weight was typed twice. */
  isSure: z.boolean().default(false),
  /** The shop proposed the line: only while the line still wants the package and has room for it. */
  isProposed: z.boolean().optional(),
});

const voidOp = z.object({
  kind: z.literal("void"),
  /** Its id, or the request id of one that may not have been stored yet. */
  packageId: uuid,
  reason: optionalText(200),
});

const finishOp = z.object({
  kind: z.literal("finish"),
  itemId: uuid,
  /** The packed pounds that the packer has seen. */
  seenLb: z.string().regex(/^\d{1,8}\.\d\d$/),
  /** Accepts less than was ordered; with nothing packed the line is not available. */
  isShort: z.boolean().default(false),
  over: z.enum(["bill_promise", "customer_agreed"]).nullable().default(null),
  note: optionalText(500),
});

const moveOp = z.object({
  kind: z.literal("move"),
  /** The lot that the packages are of after all. */
  lotId: uuid,
  /** Each is voided, and stored again with a request id of its own. */
  packages: z
    .array(z.object({ packageId: uuid, requestId: uuid }))
    .min(1)
    .max(500),
});

const reopenOp = z.object({ kind: z.literal("reopen"), itemId: uuid });

const lineOp = z.object({
  kind: z.literal("add"),
  requestId: uuid,
  productId: uuid,
  /** Pieces of a product by the piece, otherwise pounds. */
  amount: z.string().regex(/^\d{1,5}(\.\d{1,2})?$/),
  /** The line that it replaces; null for something that was asked for besides. */
  substitutes: uuid.nullable().default(null),
  /** Of a substitute that may come to more than the promise for what it replaces: the client's yes. */
  over: z.literal("customer_agreed").nullable().default(null),
  note: optionalText(500),
});

const boxOp = z.object({ kind: z.literal("box"), after: z.number().int().min(0).max(998) });

const takeOutOp = z.object({ kind: z.literal("take out"), boxId: uuid });

const claimOp = z.object({ kind: z.literal("claim") });

const finaliseOp = z.object({ kind: z.literal("finalise"), version: z.number().int().min(0) });

/** Everything the packing station does to an order, as JSON. */
export const stationOpSchema = z.discriminatedUnion("kind", [
  packageOp,
  voidOp,
  moveOp,
  finishOp,
  reopenOp,
  lineOp,
  boxOp,
  takeOutOp,
  claimOp,
  finaliseOp,
]);

export type StationOp = z.output<typeof stationOpSchema>;

/** One kind of operation, e.g. `OpOf<"package">`. */
export type OpOf<Kind extends StationOp["kind"]> = Extract<StationOp, { kind: Kind }>;
