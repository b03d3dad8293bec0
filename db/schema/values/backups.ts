/**
 * `backup`: a copy of the shop. `proof`: a test restore into a temporary database. `offsite`: a
 * copy sent to the bucket, with its test restore `offsite_proof`. `recent`: a copy of the changes
 * between two nights, sent there too.
 */
export const backupKinds = ["backup", "proof", "offsite", "offsite_proof", "recent"] as const;

/** `skipped`: could not be tried, see `message`. `cut`: its process ended before it was done. */
export const backupOutcomes = ["done", "failed", "skipped", "cut"] as const;
export type BackupOutcome = (typeof backupOutcomes)[number];
