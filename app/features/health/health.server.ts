import { desc, inArray, notInArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Log } from "#db/database.ts";
import { isNoRoom } from "#db/database-error.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { backupRuns, healthTroubles } from "#db/schema/operations.ts";
import { noteKept } from "./backup-passphrase.server.ts";
import type { Check, Patient } from "./check-parts.server.ts";
import { checks } from "./checks.server.ts";
import { type BackupRun, type Figure, type Finding, worstFirst } from "./health.ts";

/** Timeout of a check, in ms. */
const patience = 8_000;

/** Cache duration in ms, because pages and metrics ask often. */
const keptFor = 15_000;

/** Seconds between two checks that may notify the owner. */
const tellEvery = 10 * 60;

/** A trouble is over once it wasn't seen for this long, so that a flapping one is reported once. */
const quiet = sql`interval '30 minutes'`;

export interface Health {
  /** Returns all findings, worst first. For administrators. */
  findings(admin: Admin): Promise<Finding[]>;
  /**
   * Records that the owner keeps the backups' passphrase off the machine, if they typed the right
   * one; null if no backups are sent. For administrators.
   */
  provePassphrase: ((admin: Admin, typed: string) => Promise<boolean>) | null;
  figures(): Promise<Figure[]>;
  /** Checks regularly and notifies the owner of changes, in one process at a time. */
  tellOwner(jobs: JobRunner, owner: Owner): Promise<void>;
}

interface Owner {
  email: string;
  shop: Shop;
}

interface Looked {
  findings: Finding[];
  figures: Figure[];
}

/** Runs all checks of the shop (checks.server.ts). */
export function createHealth(patient: Patient, log: Log): Health {
  let last: { at: number; looked: Promise<Looked> } | undefined;
  function look(): Promise<Looked> {
    const now = performance.now();
    if (!last || now - last.at > keptFor) last = { at: now, looked: lookAtAll(patient, log) };
    return last.looked;
  }
  const passphrase = patient.backups?.elsewhere?.passphrase ?? null;
  return {
    provePassphrase:
      passphrase &&
      (async (admin, typed) => {
        if (!(await passphrase.isIt(typed))) return false;
        await noteKept(patient.db, admin, passphrase);
        last = undefined;
        return true;
      }),
    async findings(_admin) {
      return worstFirst((await look()).findings);
    },
    async figures() {
      return (await look()).figures;
    },
    tellOwner: (jobs, owner) =>
      jobs.repeat("health", tellEvery, async () => {
        const { findings } = await look();
        await tellChanges(patient.db, findings, owner);
      }),
  };
}

const states = { well: 0, warn: 1, bad: 2 };

async function lookAtAll(patient: Patient, log: Log): Promise<Looked> {
  const all = await Promise.all(checks.map((check) => lookAt(check, patient, log)));
  return {
    findings: all.map(({ finding }) => finding),
    figures: all.flatMap(({ finding: { id, state }, figures }): Figure[] => [
      { name: "shop_check_state", value: states[state], of: id },
      ...figures,
    ]),
  };
}

/** A check that fails or times out becomes a finding without delaying the others. */
async function lookAt({ id, name, look }: Check, patient: Patient, log: Log) {
  try {
    const { figures = [], ...found } = await within(patience, look(patient));
    return { finding: { id, name, ...found }, figures };
  } catch (err) {
    log.warn({ err, check: id }, "a check of the shop's health failed");
    const finding: Finding = {
      id,
      name,
      state: "warn",
      isUnknown: true,
      ...unknown(err),
    };
    return { finding, figures: [] };
  }
}

function unknown(err: unknown): Pick<Finding, "says" | "todo"> {
  return isNoRoom(err)
    ? {
        says: "This could not be looked at: there is no more room on the database’s disk.",
        todo: "Make room there. The shop then continues automatically.",
      }
    : { says: "This could not be looked at.", todo: "The shop’s log says why." };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timeout);
  }
}

/** Queues an email about new troubles, and one about ended ones. Idempotent across processes. */
export async function tellChanges(
  db: Database,
  findings: readonly Finding[],
  { email, shop }: Owner,
): Promise<void> {
  await db.transaction(async (tx) => {
    const bad = findings.filter(({ state }) => state === "bad");
    const begun: Finding[] = [];
    for (const finding of bad) {
      const [row] = await tx
        .insert(healthTroubles)
        .values({ checkId: finding.id, says: finding.says.slice(0, 1000) })
        .onConflictDoUpdate({ target: healthTroubles.checkId, set: { lastSeenAt: sql`now()` } })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      if (row?.isNew) begun.push(finding);
    }
    const open = findings.filter(({ state, isUnknown }) => state === "bad" || isUnknown);
    const ids = open.map(({ id }) => id);
    const over = await tx
      .delete(healthTroubles)
      .where(
        // Otherwise a trouble recorded by a clock that was ahead would last until then.
        sql`(${healthTroubles.lastSeenAt} < now() - ${quiet} or ${healthTroubles.lastSeenAt} > now() + ${quiet})
          and ${ids.length > 0 ? notInArray(healthTroubles.checkId, ids) : sql`true`}`,
      )
      .returning({ id: healthTroubles.checkId });
    const ended = findings.filter(({ id }) => over.some((one) => one.id === id));
    const mails = [
      ...(begun.length > 0 ? [troubleMail("begun", begun, shop)] : []),
      ...(ended.length > 0 ? [troubleMail("over", ended, shop)] : []),
    ];
    if (mails.length > 0) await queueMail(tx, ...mails.map((mail) => ({ to: email, ...mail })));
  });
}

const listed = 12;

/** Backups between nights would fill the list; the checks cover them. */
const listedKinds = ["backup", "proof", "offsite", "offsite_proof"] as const;

/** Returns the latest nightly backups and their proofs, newest first. For administrators. */
export function listBackupRuns(db: Database, _admin: Admin): Promise<BackupRun[]> {
  return db
    .select({
      ...pick(backupRuns, "id", "startedAt", "outcome", "bytes", "message"),
      kind: sql<BackupRun["kind"]>`${backupRuns.kind}`,
    })
    .from(backupRuns)
    .where(inArray(backupRuns.kind, [...listedKinds]))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(listed);
}

function troubleMail(
  what: "begun" | "over",
  findings: readonly Finding[],
  shop: Shop,
): MailContent {
  const names = findings.map(({ name }) => name).join(", ");
  return composeMail(shop.company, {
    subject: what === "begun" ? `Action needed: ${names}` : `Resolved: ${names}`,
    preview: findings[0]?.says ?? "",
    blocks: [
      ...findings.map(({ name, says, todo }) => [`${name}:`, says, todo].filter(Boolean).join(" ")),
      { kind: "link", label: "See how the shop is", url: `${shop.siteUrl}/admin/health` },
    ],
    reason:
      "You're receiving this email because you look after the shop. You are told once of each trouble, and when it is over.",
  });
}
