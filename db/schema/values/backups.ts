/**
 * `backup`: a copy of the shop. `proof`: a test restore into a temporary database. `offsite`: one
 * sent to the bucket, with `offsite_proof`. `recent`: one made between two nights and sent there.
 */
export const backupKinds = ["backup", "proof", "offsite", "offsite_proof", "recent"] as const;

/** `skipped`: could not be tried, see `message`. `cut`: its process ended before it was done. */
export const backupOutcomes = ["done", "failed", "skipped", "cut"] as const;
export type BackupOutcome = (typeof backupOutcomes)[number];
