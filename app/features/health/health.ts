/** `bad` is told to the owner by mail; `warn` only where they look. */
export type CheckState = "well" | "warn" | "bad";

/** What a check found. */
export interface Finding {
  /** Its name in the code, in figures and in the database. */
  id: string;
  /** Its name for people. */
  name: string;
  state: CheckState;
  /** One sentence on how it is. */
  says: string;
  /** What to do about it; empty where nothing is. */
  todo: string;
  /** The page of the back office where one does it. */
  page?: { label: string; to: string };
  /** It could not be looked at, so nobody knows whether an earlier trouble is over. */
  isUnknown?: true;
}

/** A number for Prometheus. */
export interface Figure {
  name: FigureName;
  value: number;
  /** The value of the figure's label, where it has one. */
  of?: string;
}

type FigureName = keyof typeof table;

const table = {
  shop_check_state: {
    help: "How a check of /admin/health stands: 0 well, 1 warn, 2 bad",
    label: "check",
  },
  shop_orders_waiting: { help: "Orders that are placed and not packed" },
  shop_orders_placed_recently: { help: "Orders placed in the last 24 hours" },
  shop_mails_failed: { help: "Mails that were given up" },
  shop_mails_oldest_waiting_seconds: { help: "Age of the oldest mail that has not left" },
  shop_job_wait_seconds: { help: "How long the oldest due job waits", label: "queue" },
  shop_queues_given_up: { help: "Queues whose last job was given up" },
  shop_holds_expiring: { help: "Card holds that run out within 22 hours" },
  shop_captures_failed: { help: "Card payments that the provider did not carry out" },
  shop_webhooks_missing: { help: "Card payments of which the provider's webhook told nothing" },
  shop_backup_age_seconds: { help: "Time since the last nightly backup" },
  shop_backup_proof_age_seconds: {
    help: "Time since a nightly backup was last restored and compared",
  },
  shop_disk_free_bytes: { help: "Free room on a disk", label: "folder" },
  shop_certificate_left_seconds: { help: "Time until the certificate of SITE_URL expires" },
  shop_clock_offset_seconds: { help: "How far this machine's clock is ahead of the database's" },
};

/** Every figure that the checks give, with what it says and the name of its label, if it has one. */
export const figures: Record<FigureName, { help: string; label?: string }> = table;

const rank: Record<CheckState, number> = { bad: 0, warn: 1, well: 2 };

/** What needs somebody first. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => rank[one.state] - rank[other.state]);
}

/** A backup or its proof, as a list shows it. */
export interface BackupRun {
  id: string;
  kind: "backup" | "proof";
  startedAt: Date;
  outcome: "done" | "failed" | "skipped" | "cut" | null;
  bytes: number | null;
  message: string;
}

/** A size for people: "1.2 GB". */
export function formatBytes(bytes: number): string {
  const [divisor, unit] = bytes >= 1e9 ? [1e9, "GB"] : [1e6, "MB"];
  const digits = bytes / divisor < 10 ? 1 : 0;
  return `${(bytes / divisor).toFixed(digits)} ${unit}`;
}

/** A span for people, in its largest unit: "3 days", "1 hour". */
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
