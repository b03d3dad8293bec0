export type RefusalReason =
  | "empty"
  | "too-long"
  | "unknown-code"
  | "wrong-check-digit"
  | "no-rule"
  | "unknown-identifier"
  | "wrong-value"
  | "contradiction";

/** Thrown inside the parser, which returns it as a refusal. Users see the message. */
export class RefusedScanError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
