import type { BackupOutcome } from "#db/schema/values/backups.ts";

/** The owner is mailed about `bad`; `warn` is only shown. */
export type CheckState = "well" | "warn" | "bad";

export interface Finding {
  /** Also used in metrics and in the database. */
  id: string;
  name: string;
  state: CheckState;
  says: string;
  todo: string;
  page?: { label: string; to: string };
  /** Set if the check failed, so an earlier trouble may or may not be over. */
  isUnknown?: true;
}

/** A number for Prometheus. */
export interface Figure {
  name: FigureName;
  value: number;
  /** The value of the metric's label. */
  of?: string;
}

type FigureName = keyof typeof table;

/** Orders younger than this count as recent. */
export const recentHours = 24;

/** Days for which the owner is reminded of emails that became files. */
export const remindOfFiles = 14;

/** Authorizations are renewed a day before they expire; one ending this soon couldn't be. */
export const expiringHours = 22;

const table = {
  shop_check_state: {
    help: "How a check of /admin/health stands: 0 well, 1 warn, 2 bad",
    label: "check",
  },
  shop_orders_waiting: { help: "Orders that are placed and not packed" },
  shop_orders_placed_recently: { help: `Orders placed in the last ${recentHours} hours` },
  shop_mails_failed: { help: "Mails that were given up" },
  shop_mails_waiting: { help: "Mails that have not left yet" },
  shop_mails_written_to_files: {
    help: `Mails that became files within ${remindOfFiles} days and reached nobody`,
  },
  shop_mails_oldest_waiting_seconds: { help: "Age of the oldest mail that has not left" },
  shop_clients_unmailed: { help: "Clients who ordered in the last 30 days and cannot be mailed" },
  shop_job_wait_seconds: { help: "How long the oldest due job waits", label: "queue" },
  shop_queues_given_up: { help: "Queues whose last job was given up" },
  shop_holds_expiring: { help: `Card holds that run out within ${expiringHours} hours` },
  shop_captures_failed: { help: "Card payments that the provider did not carry out" },
  shop_webhooks_missing: { help: "Card payments of which the provider's webhook told nothing" },
  shop_backup_age_seconds: { help: "Time since the last nightly backup" },
  shop_backup_proof_age_seconds: {
    help: "Time since a nightly backup was last restored and compared",
  },
  shop_backup_sent_age_seconds: { help: "Time since a backup was last sent to the bucket" },
  shop_backup_recent_age_seconds: {
    help: "Time since what was done between two nights was last sent to the bucket",
  },
  shop_backup_sent_proof_age_seconds: {
    help: "Time since a backup in the bucket was last restored and compared",
  },
  shop_disk_free_bytes: { help: "Free room on a disk", label: "folder" },
  shop_certificate_left_seconds: { help: "Time until the certificate of SITE_URL expires" },
  shop_clock_offset_seconds: { help: "How far this machine's clock is ahead of the database's" },
};

/** Every metric of the checks, with its help text and the name of its label. */
export const figures: Record<FigureName, { help: string; label?: string }> = table;

export const backupsAreOff = "Nightly backups are off: BACKUP_DIR is 0.";

const rank: Record<CheckState, number> = { bad: 0, warn: 1, well: 2 };

/** Sorts findings by urgency. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => rank[one.state] - rank[other.state]);
}

export interface BackupRun {
  id: string;
  kind: "backup" | "proof" | "offsite" | "offsite_proof";
  startedAt: Date;
  outcome: BackupOutcome | null;
  bytes: number | null;
  message: string;
}

/** "1.2 GB" */
export function formatBytes(bytes: number): string {
  const [divisor, unit] = bytes >= 1e9 ? [1e9, "GB"] : [1e6, "MB"];
  const digits = bytes / divisor < 10 ? 1 : 0;
  return `${(bytes / divisor).toFixed(digits)} ${unit}`;
}

/** Formats a duration in its largest unit: "3 days", "1 hour". */
export function spanInWords(seconds: number): string {
  const units: [number, string][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ];
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, "second"];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
