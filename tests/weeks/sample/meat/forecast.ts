import { sql } from "drizzle-orm";
import { daysBetween, plusDays, weekday } from "../../pencil/days.ts";
import type { Life } from "../days/life.ts";
import { guesses, tracked } from "./goods.ts";

export const weekOf = ({ first, today }: Life) => Math.floor(daysBetween(first, today) / 7);

export const nextWorkday = ({ today }: Life) => plusDays(today, weekday(today) === 6 ? 2 : 1);

/** Returns open amounts until a day, in hundredths of a lb by the product's slug. */
export async function openUntil({ db }: Life, day: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ slug: string; lb: string }>(sql`
    select products.slug, sum(greatest(line.quantity - line.packed_lb, 0)) * 100 as lb
    from order_items as line
      join orders on orders.id = line.order_id
      join products on products.id = line.product_id
    where orders.status in ('pending', 'awaiting_payment') and line.pack_state = 'open'
      and orders.delivery_day <= ${day}::date
    group by products.slug`);
  return new Map(rows.map(({ slug, lb }) => [slug, Math.round(Number(lb))]));
}

export const weeklyOf = (life: Life, slug: string) =>
  life.cooler.weekly(slug, weekOf(life), (guesses[slug] ?? 0) * 100);

/** Returns a product's target stock: open orders, and if it is tracked, enough for the next. */
export function wanted(
  life: Life,
  slug: string,
  due: Map<string, number>,
  all: Map<string, number>,
) {
  const kept = tracked.find((one) => one.slug === slug);
  if (!kept) return Math.round((due.get(slug) ?? 0) * 1.05);
  return (all.get(slug) ?? 0) + Math.max(kept.atLeast, weeklyOf(life, slug));
}
