import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atMost, filled, instant, oneOf } from "./columns.ts";
import { backupKinds, backupOutcomes } from "./values/backups.ts";

// The shop's own operation: its backups, and its problems (docs/decisions/0041).

/** The shop's backups and test restores, kept for a year; those between two nights for a day. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: backupKinds }).notNull(),
    startedAt: instant("started_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    outcome: text("outcome", { enum: backupOutcomes }),
    /** The backup's folder, or its name in the bucket. */
    folder: text("folder").notNull(),
    /**
     * The temporary database of a test restore, recorded first so that a kill leaves none behind.
     */
    database: text("database"),
    /** The size of the backup's files, or of what was sent of them. */
    bytes: bigint("bytes", { mode: "number" }),
    /** Why it failed or was skipped. */
    message: text("message").notNull().default(""),
  },
  (t) => [
    check("backup_runs_kind_known", oneOf(t.kind, backupKinds)),
    check("backup_runs_outcome_known", oneOf(t.outcome, backupOutcomes)),
    check("backup_runs_ended", sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
    check("backup_runs_folder_form", filled(t.folder, 4096)),
    check("backup_runs_database_form", sql`${t.database} ~ '^shop_proof_[0-9a-f]{16}$'`),
    check("backup_runs_message_length", atMost(t.message, 1000)),
    index("backup_runs_newest").on(t.startedAt.desc().nullsFirst()),
  ],
);

/** Present problems of the shop, each reported to the owner once. */
export const healthTroubles = pgTable(
  "health_troubles",
  {
    /** The check's name in the code (features/health). */
    checkId: text("check_id").primaryKey(),
    says: text("says").notNull(),
    since: instant("since").notNull().defaultNow(),
    /** When it was last found, so that an intermittent one is reported once. */
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    check("health_troubles_check_id_form", filled(t.checkId, 50)),
    check("health_troubles_says_form", filled(t.says, 1000)),
  ],
);
