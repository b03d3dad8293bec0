import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { daysAfter, pacificDay, startOfDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { products } from "#db/schema/products.ts";
import type { ActualYield, Primal } from "./plan.ts";
import { perCentInWords, type TypedPrimal } from "./primal-form.ts";
import { sampleYields } from "./sample-yields.ts";

/** Days of cutting sheets from which yields are calculated. */
const yieldDays = 365;

/** A primal with the current names of its cuts. */
export interface NamedPrimal extends Omit<Primal, "cuts"> {
  version: number;
  productName: string | null;
  cuts: (Primal["cuts"][number] & { name: string })[];
  /** The yield of its trim by the sheets, if trim is a product. */
  actualTrim: ActualYield | null;
}

const hundredths = (pct: string) => Math.round(Number(pct) * 100);
const asPct = (pct: number) => (pct / 100).toFixed(2);

/** Returns primals by name, trim last, with usual and actual yields. For staff who pack. */
export async function listPrimals(db: Database, _staff: Staff<"pack">): Promise<NamedPrimal[]> {
  const [found, cuts, actual] = await Promise.all([
    db
      .select({
        id: primals.id,
        name: primals.name,
        productId: primals.productId,
        productName: products.name,
        trimPct: primals.trimPct,
        isTrim: primals.isTrim,
        isSample: primals.isSample,
        version: primals.version,
      })
      .from(primals)
      .leftJoin(products, eq(products.id, primals.productId))
      .orderBy(asc(primals.isTrim), asc(sql`lower(${primals.name})`)),
    db
      .select({
        primalId: primalCuts.primalId,
        productId: primalCuts.productId,
        name: products.name,
        part: primalCuts.part,
        yieldPct: primalCuts.yieldPct,
      })
      .from(primalCuts)
      .innerJoin(products, eq(products.id, primalCuts.productId))
      .orderBy(
        sql`lower(${primalCuts.part}) = ''`,
        asc(sql`lower(${primalCuts.part})`),
        asc(products.name),
      ),
    actualYields(db),
  ]);
  const trim = found.find(({ isTrim }) => isTrim)?.productId;
  const yieldOf = (primalId: string, productId: string) =>
    actual.get(`${primalId} ${productId}`) ?? null;
  return found.map((primal) => ({
    ...primal,
    trimPct: primal.trimPct === null ? null : hundredths(primal.trimPct),
    actualTrim: trim ? yieldOf(primal.id, trim) : null,
    cuts: cuts.flatMap(({ primalId, ...cut }) =>
      primalId === primal.id
        ? {
            ...cut,
            yieldPct: hundredths(cut.yieldPct),
            actual: yieldOf(primal.id, cut.productId),
          }
        : [],
    ),
  }));
}

/** Returns yields by primal and product from the last year's sheets of a primal's name. */
async function actualYields(db: Database): Promise<Map<string, ActualYield>> {
  const since = startOfDay(daysAfter(pacificDay(new Date()), -yieldDays));
  const { rows } = await db.execute<{
    primalId: string;
    productId: string;
    sheets: number;
    inputLb: string;
    outputLb: string;
  }>(sql`
    with sheets as materialized (
      select cuttings.id, primals.id as primal_id,
        (select sum(lb) from cutting_inputs where cutting_id = cuttings.id) as lb
      from cuttings join primals on lower(primals.name) = lower(cuttings.kind)
      where cuttings.cut_at >= ${since}
    ), came as (
      select cutting_id, product_id, sum(lb) as lb from cutting_outputs
      where product_id is not null and cutting_id in (select id from sheets)
      group by cutting_id, product_id
    )
    select sheets.primal_id as "primalId", came.product_id as "productId", count(*)::integer as sheets,
      sum(sheets.lb) * 100 as "inputLb", sum(came.lb) * 100 as "outputLb"
    from sheets join came on came.cutting_id = sheets.id
    group by sheets.primal_id, came.product_id`);
  return new Map(
    rows.map(({ primalId, productId, sheets, inputLb, outputLb }) => [
      `${primalId} ${productId}`,
      { sheets, inputLb: Number(inputLb), outputLb: Number(outputLb) },
    ]),
  );
}

/** Returns all products by name, to choose cuts and primals from. For the owner. */
export function productsOfPrimals(db: Database, _admin: Admin) {
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .orderBy(asc(products.name), asc(products.id));
}

/**
 * Stores a primal with its cuts: a new one under the id made by the form, so that it is idempotent,
 * or one still at `version`. It no longer counts as a sample. Audited. For the owner.
 *
 * @param version 0 for a new one
 * @throws Refusal
 */
export async function savePrimal(
  db: Database,
  admin: Admin,
  { id, version }: { id: string; version: number },
  typed: TypedPrimal,
): Promise<void> {
  if (!isUuid(id)) throw goneRefusal();
  await db.transaction(async (tx) => {
    await lockName(tx, "primals");
    const before = await stored(tx, id);
    if (before && version === 0) return;
    if (!before && version !== 0) throw goneRefusal();
    if (before && before.version !== version) {
      throw new Refusal(
        "changed",
        "Somebody has changed this meanwhile. Look at it again before you save.",
        { fields: { version: String(before.version) } },
      );
    }
    await refuseTaken(tx, id, typed);
    const values = {
      name: typed.name,
      productId: typed.productId,
      isTrim: typed.isTrim,
      isSample: false,
      trimPct: typed.trimPct === null ? null : asPct(typed.trimPct),
    };
    if (before) {
      await tx
        .update(primals)
        .set({ ...values, version: version + 1 })
        .where(eq(primals.id, id));
    } else await tx.insert(primals).values({ id, ...values });
    await tx.delete(primalCuts).where(eq(primalCuts.primalId, id));
    if (typed.cuts.length > 0) {
      await tx.insert(primalCuts).values(
        typed.cuts.map(({ productId, part, yieldPct }) => ({
          productId,
          primalId: id,
          part,
          yieldPct: asPct(yieldPct),
        })),
      );
    }
    await recordAudit(tx, admin, {
      entity: "cutting",
      entityId: id,
      action: "yields changed",
      ...(before && { before: before.said }),
      after: (await stored(tx, id))?.said,
    });
  });
}

/** Removes a primal; its cuts then belong to none. Audited. For the owner. @throws Refusal */
export async function removePrimal(db: Database, admin: Admin, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockName(tx, "primals");
    const before = isUuid(id) ? await stored(tx, id) : null;
    if (!before) throw goneRefusal();
    await tx.delete(primals).where(eq(primals.id, id));
    await recordAudit(tx, admin, {
      entity: "cutting",
      entityId: id,
      action: "primal removed",
      before: before.said,
    });
  });
}

/**
 * Fills an empty table with the sample's figures for the shop's products. Each is marked as a
 * sample until the owner saves it. For the owner.
 *
 * @throws Refusal if the table isn't empty
 */
export async function fillWithSample(db: Database, admin: Admin): Promise<void> {
  await db.transaction(async (tx) => {
    await lockName(tx, "primals");
    if ((await tx.$count(primals)) > 0) {
      throw new Refusal("exists", "The table has primals already. Nothing was changed.");
    }
    const slugs = sampleYields.flatMap(({ cuts }) => cuts.map(([slug]) => slug));
    const found = await tx
      .select({ id: products.id, slug: products.slug })
      .from(products)
      .where(inArray(products.slug, slugs));
    const bySlug = new Map(found.map(({ id, slug }) => [slug, id]));
    for (const { name, trimPct, isTrim = false, cuts } of sampleYields) {
      const [primal] = await tx
        .insert(primals)
        .values({ name, trimPct, isTrim, isSample: true })
        .returning({ id: primals.id });
      const own = cuts.flatMap(([slug, part, yieldPct]) => {
        const productId = bySlug.get(slug);
        return primal && productId ? { productId, primalId: primal.id, part, yieldPct } : [];
      });
      if (own.length > 0) await tx.insert(primalCuts).values(own);
    }
    await recordAudit(tx, admin, {
      entity: "cutting",
      entityId: "yields",
      action: "sample yields filled in",
    });
  });
}

const goneRefusal = () => new Refusal("gone", "This primal is not in the table any more.");

/** Returns a stored primal, also in words for the log; null if there is none. */
async function stored(tx: Transaction, id: string) {
  const [primal] = await tx.select().from(primals).where(eq(primals.id, id));
  if (!primal) return null;
  const cuts = await tx
    .select({ name: products.name, part: primalCuts.part, yieldPct: primalCuts.yieldPct })
    .from(primalCuts)
    .innerJoin(products, eq(products.id, primalCuts.productId))
    .where(eq(primalCuts.primalId, id))
    .orderBy(asc(products.name));
  const said = {
    name: primal.name,
    trim: primal.trimPct === null ? "None" : perCentInWords(hundredths(primal.trimPct)),
    cuts: cuts.map(({ name, part, yieldPct }) =>
      [name, part, perCentInWords(hundredths(yieldPct))].filter(Boolean).join(", "),
    ),
  };
  return { version: primal.version, said };
}

/** @throws Refusal for a duplicate name, a missing or taken product, a second trim, or a cycle */
async function refuseTaken(tx: Transaction, id: string, typed: TypedPrimal): Promise<void> {
  const all = await tx.select().from(primals);
  const others = all.filter((primal) => primal.id !== id);
  const errors: Record<string, string[]> = {};
  if (others.some(({ name }) => name.toLowerCase() === typed.name.toLowerCase())) {
    errors.name = ["The table has a primal of this name already"];
  }
  const trim = others.find(({ isTrim }) => isTrim);
  if (typed.isTrim && trim) {
    errors.isTrim = [`${trim.name} is the trim already. There can be one`];
  }
  const wanted = [...typed.cuts.map(({ productId }) => productId), typed.productId ?? ""];
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, wanted.filter(isUuid)));
  const there = new Set(found.map((product) => product.id));
  const gone = "This product is not there any more. Choose another";
  if (typed.productId !== null && !there.has(typed.productId)) errors.productId = [gone];
  const received = others.find(({ productId }) => productId && productId === typed.productId);
  if (received) errors.productId = [`${received.name} is received as this already`];
  const cutsOfOthers = (await tx.select().from(primalCuts)).filter((cut) => cut.primalId !== id);
  const nameOf = (primalId: string) => others.find((one) => one.id === primalId)?.name ?? "another";
  for (const { row, productId } of typed.cuts) {
    const other = cutsOfOthers.find((cut) => cut.productId === productId);
    if (!there.has(productId)) errors[`cut${row}`] = [gone];
    else if (other) errors[`cut${row}`] = [`This cut comes of ${nameOf(other.primalId)} already`];
    else if (others.some((one) => one.productId === productId)) {
      errors[`cut${row}`] = [
        "A primal is received as this. What is bought to be cut comes of no other primal",
      ];
    }
  }
  const ofAnother = cutsOfOthers.find(({ productId }) => productId === typed.productId);
  if (typed.productId !== null && ofAnother) {
    errors.productId = [
      `This is cut of ${nameOf(ofAnother.primalId)}. What is bought to be cut comes of no other primal`,
    ];
  }
  if (Object.keys(errors).length > 0) throw new Refusal("invalid", invalidMessage, { errors });
}
