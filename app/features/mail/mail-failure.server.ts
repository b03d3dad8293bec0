import type { NodemailerError } from "nodemailer";

/** Why a mail was not delivered. */
export interface MailFailure {
  /** For the log: only codes, as the server's messages may contain addresses. */
  facts: object;
  /** For `last_error`, which is stored beside the addresses anyway. */
  reason: string;
  /** Permanently rejected: the mail or its address has to be fixed. */
  refused: boolean;
}

/** Classifies an error thrown by a transport. */
export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { facts: {}, reason: String(error), refused: false };
  const { code, originalCode, responseCode, permanent, command }: NodemailerError = error;
  return {
    facts: { code, originalCode, responseCode, command },
    reason: error.message.slice(0, 1000),
    // A 5xx on connecting or logging in is about our settings, so it can be retried.
    refused: permanent === true && (code === "EENVELOPE" || code === "EMESSAGE"),
  };
}
