/** Why a scan was refused. */
export type RefusalReason =
  | "empty"
  | "too-long"
  | "unknown-code"
  | "wrong-check-digit"
  | "no-rule"
  | "unknown-identifier"
  | "wrong-value"
  | "contradiction";

/** Thrown inside the parser; `parseScan` returns it as a refusal. The message is for whoever scanned. */
export class RefusedScanError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
