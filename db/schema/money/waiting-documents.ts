import { sql } from "drizzle-orm";
import { check, index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { orders } from "../orders.ts";
import { documents } from "./documents.ts";

/**
 * Documents of packed orders whose mail and card capture wait until the order leaves. `leftAt` is
 * when both were queued, `droppedAt` when the order was reopened before that.
 */
export const waitingDocuments = pgTable(
  "waiting_documents",
  {
    documentId: uuid("document_id")
      .primaryKey()
      .references(() => documents.id, { onDelete: "restrict" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    leftAt: instant("left_at"),
    droppedAt: instant("dropped_at"),
  },
  (t) => [
    check("waiting_documents_one_end", sql`num_nonnulls(${t.leftAt}, ${t.droppedAt}) <= 1`),
    uniqueIndex("waiting_documents_of_order")
      .on(t.orderId)
      .where(sql`left_at is null and dropped_at is null`),
    index("waiting_documents_ever_of_order").on(t.orderId),
  ],
);
