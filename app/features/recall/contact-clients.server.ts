import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type Tracer, traceUnnamed } from "#app/domain/lots/lot-trace.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { recallContacts } from "#db/schema/meat/recalls.ts";
import type { RecallContactOutcome } from "#db/schema/values/meat/recalls.ts";
import { customerIn } from "./answer-recall.server.ts";
import { contactText, lotsToTrace } from "./recall.ts";
import { getRecall, lockOpen } from "./recalls.server.ts";

interface Contact {
  requestId: string;
  customer: string;
  outcome: RecallContactOutcome;
  note: string;
}

/**
 * Records a call that brought no answer about pounds: nobody answered, or a client who may have
 * some of the meat was told or has none. Idempotent. For staff who pack or call clients. @throws
 * Refusal
 */
export async function recordContact(
  db: Database,
  staff: Tracer,
  id: string,
  { requestId, customer: customerId, outcome, note }: Contact,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isDrill } = await lockOpen(tx, id);
    if (isDrill) throw new Refusal("drill", "A drill calls nobody. Nothing was kept.");
    const recall = await getRecall(tx, staff, id);
    const unnamed = recall && (await traceUnnamed(tx, staff, lotsToTrace(recall)));
    const mayHave = unnamed?.customers.find((one) => one.id === customerId);
    const has = await customerIn(tx, id, customerId);
    const client = has ?? mayHave;
    if (!client) throw new Refusal("gone", "This client has nothing of these lots.");
    // A client who certainly got some has to say how many pounds became what.
    if (has && outcome === "has none") {
      throw new Refusal("invalid", "They have of it for certain: note their answer instead.");
    }
    const kept = await tx
      .insert(recallContacts)
      .values({ requestId, recallId: id, customerId, outcome, note, recordedBy: staff.userId })
      .onConflictDoNothing()
      .returning({ id: recallContacts.id });
    if (kept.length === 0) return;
    await recordAudit(tx, staff, {
      entity: "recall",
      entityId: id,
      action: "client called",
      after: {
        client: client.companyName || client.contactName,
        outcome: contactText[outcome],
        ...(note && { note }),
      },
    });
  });
}
