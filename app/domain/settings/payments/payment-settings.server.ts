import { sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { refuseUnlessSeen } from "../settings-group.ts";
import type { PaymentSettings } from "./payment-settings.ts";

export const paymentSettingsSubject = { entity: "setting", entityId: "payments" } as const;

const settingColumns = {
  takesDoor: paymentSettings.takesDoor,
  takesEtransfer: paymentSettings.takesEtransfer,
  takesCard: paymentSettings.takesCard,
  etransferEmail: paymentSettings.etransferEmail,
  etransferNote: paymentSettings.etransferNote,
  confirmHours: paymentSettings.confirmHours,
};

/** Returns the payment methods offered. Public: the checkout shows them all. */
export async function readPaymentSettings(db: Database | Transaction): Promise<PaymentSettings> {
  const [settings] = await db.select(settingColumns).from(paymentSettings);
  if (!settings) throw new Error("There are no payment settings");
  return settings;
}

/**
 * Saves and logs the payment methods offered; writes nothing if unchanged. Placed orders keep
 * theirs. For administrators.
 *
 * @param seen the values the form was filled with, from `seenOf`
 * @throws Refusal if something else is stored by now
 */
export async function updatePaymentSettings(
  db: Database,
  admin: Admin,
  wanted: Partial<PaymentSettings>,
  seen?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select(settingColumns).from(paymentSettings).for("update");
    if (!before) throw new Error("There are no payment settings");
    const names = Object.keys(wanted) as (keyof PaymentSettings)[];
    const changed = names.filter((name) => before[name] !== wanted[name]);
    if (changed.length === 0) return;
    refuseUnlessSeen(before, seen);
    await tx.update(paymentSettings).set({ ...wanted, updatedAt: sql`now()` });
    const facts = (of: Partial<PaymentSettings>) =>
      Object.fromEntries(changed.map((name) => [name, of[name]]));
    await recordAudit(tx, admin, {
      ...paymentSettingsSubject,
      action: "edited",
      before: facts(before),
      after: facts(wanted),
    });
  });
}

/** Sets the payment methods of a new shop, before anybody has chosen any. For the seed only. */
export async function plantPaymentSettings(
  tx: Transaction,
  wanted: Partial<PaymentSettings>,
): Promise<void> {
  await tx.update(paymentSettings).set(wanted);
}

/** Returns whether cards are accepted now: the owner has switched them on, and keys are set. */
export async function takesCards({
  db,
  cardPayments,
}: {
  db: Database;
  cardPayments: object | null;
}): Promise<boolean> {
  return cardPayments !== null && (await readPaymentSettings(db)).takesCard;
}
