import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { ReportedImage, StopReport } from "#app/domain/delivery/runs/report.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";

/**
 * Returns the reports of an order's stop since they were last taken back, oldest first, except
 * those only about other orders there: their lines, and visits on which only those were handed
 * over, or before this order came to the stop. For staff who keep the books.
 */
export async function reportsOfOrder(
  db: Database,
  _staff: Staff<"money">,
  orderId: string,
): Promise<StopReport[]> {
  if (!isUuid(orderId)) return [];
  const takenBack = sql`coalesce((select max(undone.recorded_at) from stop_events undone
    where undone.stop_id = ${stopEvents.stopId} and undone.kind = 'undone'), '-infinity')`;
  const reports = await db
    .select({
      kind: stopEvents.kind,
      happenedAt: stopEvents.happenedAt,
      receivedBy: stopEvents.receivedBy,
      temperatureC: stopEvents.temperatureC,
      refusedLb: stopEvents.refusedLb,
      note: stopEvents.note,
      signatureId: stopEvents.signatureId,
      photoId: stopEvents.photoId,
    })
    .from(stopEvents)
    .innerJoin(orders, eq(orders.stopId, stopEvents.stopId))
    .where(and(eq(orders.id, orderId), gt(stopEvents.recordedAt, takenBack), isOfOrder))
    .orderBy(asc(stopEvents.recordedAt), asc(stopEvents.id));
  const ids = reports.flatMap(({ signatureId, photoId }) => [signatureId, photoId]);
  const images = await imagesOf(
    db,
    ids.filter((id) => id !== null),
  );
  return reports.map(({ signatureId, photoId, ...report }) => ({
    ...report,
    signature: images.get(signatureId ?? "") ?? null,
    photo: images.get(photoId ?? "") ?? null,
  }));
}

/**
 * Matches reports of an order itself. A delivered order has the time of the report that delivered
 * it. For queries of `stop_events` with `orders`.
 */
const isOfOrder = sql`case
  when stop_events.order_item_id is not null then stop_events.order_item_id in (
    select id from order_items where order_items.order_id = orders.id)
  when stop_events.kind = 'delivered' then orders.delivered_at is null
    or stop_events.happened_at = orders.delivered_at or not exists (
      select from stop_events as own where own.stop_id = orders.stop_id
        and own.kind = 'delivered' and own.happened_at = orders.delivered_at)
  else not exists (select from stop_events as own where own.stop_id = orders.stop_id
    and own.kind = 'delivered' and own.happened_at = orders.delivered_at
    and own.recorded_at < stop_events.recorded_at) end`;

async function imagesOf(db: Database, ids: string[]): Promise<Map<string, ReportedImage>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: attachments.id,
      contentType: attachments.contentType,
      content: attachments.content,
    })
    .from(attachments)
    .where(inArray(attachments.id, ids));
  return new Map(rows.map(({ id, ...image }) => [id, image]));
}
