import type { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { CertificateWatch } from "./certificate.server.ts";
import type { Figure, Finding } from "./health.ts";

/** The passphrase of the backups, which only the server knows. */
export interface KeptPassphrase {
  /** What tells whether it is still the same one, and nothing else of it. */
  mark(): Promise<string>;
  isIt(typed: string): Promise<boolean>;
}

/** The bucket that backups are sent to. */
export interface BackupsElsewhere {
  /** Its name, and whose it is: "backups at s3.example.com". */
  place: string;
  /** Whether what changed is sent between two nights too: not of a database server of one's own. */
  hasRecent: boolean;
  passphrase: KeptPassphrase;
}

/** What the checks look at. */
export interface Patient {
  db: Database;
  /** What is missing of "database", "files" and "migrations"; undefined where nobody asks. */
  readiness?: (() => Promise<string[]>) | undefined;
  /** Folders whose disks must not fill up, by their names in figures. */
  folders: Record<string, string>;
  /** Free bytes on a folder's disk; another one in tests. */
  freeBytes?: (folder: string) => Promise<number>;
  /** Where mails become files; null where a mail server takes them. */
  mailFolder: string | null;
  /** Says why no backup can be written at present; undefined where none are made. */
  backups?: { problem(): Promise<string | null>; elsewhere: BackupsElsewhere | null } | undefined;
  /** Whether the database is on this machine, and has its clock. */
  hasOwnServer: boolean;
  /** Whether cards are taken. */
  hasCards: boolean;
  certificate: CertificateWatch;
}

type Found = Omit<Finding, "id" | "name"> & { figures?: Figure[] };

/** One thing that can be wrong with the shop. */
export interface Check {
  id: string;
  name: string;
  look(patient: Patient): Promise<Found>;
}

export const hour = 3600;
export const day = 24 * hour;
export const well = (says: string, figures?: Figure[]): Found => ({
  state: "well",
  says,
  todo: "",
  ...(figures && { figures }),
});

/** The only row of a query. */
export async function one<Row extends Record<string, unknown>>(
  db: Database,
  query: ReturnType<typeof sql>,
) {
  const {
    rows: [row],
  } = await db.execute<Row>(query);
  if (!row) throw new Error("Nothing was counted");
  return row;
}

/** Seconds, as a query counts them. */
export const numberOf = (text: string | null) => (text === null ? null : Number(text));
