import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";

/**
 * Logs what was done with a payment: with its customer's account, and with its order, on whose page
 * the history is read.
 */
export async function recordPaymentAudit(
  tx: Transaction,
  actor: Parameters<typeof recordAudit>[1],
  { customerId, orderId }: { customerId: string; orderId: string | null },
  done: { action: string; after?: object },
): Promise<void> {
  await recordAudit(
    tx,
    actor,
    { entity: "payment", entityId: customerId, ...done },
    ...(orderId ? [{ entity: "order" as const, entityId: orderId, ...done }] : []),
  );
}
