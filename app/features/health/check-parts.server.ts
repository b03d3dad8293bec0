import type { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { CertificateWatch } from "./certificate.server.ts";
import type { Figure, Finding } from "./health.ts";

/** The backups' passphrase, which only the server knows. */
export interface KeptPassphrase {
  /** Returns a mark that changes with the passphrase but reveals nothing else about it. */
  mark(): Promise<string>;
  isIt(typed: string): Promise<boolean>;
}

export interface BackupsElsewhere {
  /** Its name and server: "backups at s3.example.com". */
  place: string;
  /** True if changes are also sent between nights, which a separate database server rules out. */
  hasRecent: boolean;
  passphrase: KeptPassphrase;
}

/** The parts of the shop that are checked. */
export interface Patient {
  db: Database;
  /** Returns which of "database", "files" and "migrations" are missing; undefined if unchecked. */
  readiness?: (() => Promise<string[]>) | undefined;
  /** Folders whose disks must not fill up, by their name in figures. */
  folders: Record<string, string>;
  freeBytes?: (folder: string) => Promise<number>;
  /** Folder that emails are written to; null if a mail server takes them. */
  mailFolder: string | null;
  /** Says why no backup can be written now; undefined if none are made. */
  backups?: { problem(): Promise<string | null>; elsewhere: BackupsElsewhere | null } | undefined;
  /** True if the database is on this machine, and so uses its clock. */
  hasOwnServer: boolean;
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

/** Returns the only row of a query. */
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

export const numberOf = (text: string | null) => (text === null ? null : Number(text));
