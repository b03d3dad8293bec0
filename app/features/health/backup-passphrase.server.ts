import { and, desc, eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { type Check, day, type KeptPassphrase, well } from "./check-parts.server.ts";
import { spanInWords } from "./health.ts";

// The passphrase of the backups in the bucket is stored on this machine, so the owner needs it
// elsewhere in case the machine is lost. They prove it once a year; the audit log records when.

const subject = { entity: "setting", entityId: "backup-passphrase" } as const;

/** Seconds. */
const asksAgainAfter = 366 * day;

/** Records that the owner has entered the passphrase. For administrators. */
export async function noteKept(
  db: Database,
  admin: Admin,
  passphrase: KeptPassphrase,
): Promise<void> {
  const after = { mark: await passphrase.mark() };
  await recordAudit(db, admin, { ...subject, action: "passphrase shown", after });
}

/** Returns the seconds since the owner proved that they keep this passphrase; null if never. */
async function ageOfProof(db: Database, passphrase: KeptPassphrase): Promise<number | null> {
  const [last] = await db
    .select({
      mark: sql<string>`${auditLog.after}->>'mark'`,
      age: sql<number>`extract(epoch from now() - ${auditLog.at})`.mapWith(Number),
    })
    .from(auditLog)
    .where(and(eq(auditLog.entity, subject.entity), eq(auditLog.entityId, subject.entityId)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last && last.mark === (await passphrase.mark()) ? last.age : null;
}

export const passphraseKept: Check = {
  id: "backup-passphrase",
  name: "Backup passphrase",
  async look({ db, backups }) {
    const passphrase = backups?.elsewhere?.passphrase;
    if (!passphrase) return well("There is no bucket, so there is none.");
    const age = await ageOfProof(db, passphrase);
    if (age !== null && age <= asksAgainAfter) {
      return well(`You entered it ${spanInWords(age)} ago, so you keep it.`);
    }
    return {
      state: "warn",
      says:
        age === null
          ? "If this machine is lost, nobody opens the backups in the bucket without it, and you have not shown yet that you keep it."
          : `You last entered it ${spanInWords(age)} ago.`,
      todo: "Keep it where a fire here does not reach it, and enter it from there.",
      page: { label: "Enter the passphrase", to: "/admin/health/passphrase" },
    };
  },
};
