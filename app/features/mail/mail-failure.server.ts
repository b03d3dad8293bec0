import type { NodemailerError } from "nodemailer";

/** Why a mail was not delivered. */
export interface MailFailure {
  /** For the log: codes, no addresses, which a server's own words may contain. */
  facts: object;
  /** For `last_error`, beside which the addresses stand anyway. */
  reason: string;
  /** The server does not want this mail, now or later: the mail or its address is to be mended. */
  refused: boolean;
}

/** Reads what a transport has thrown. */
export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { facts: {}, reason: String(error), refused: false };
  const { code, originalCode, responseCode, permanent, command }: NodemailerError = error;
  return {
    facts: { code, originalCode, responseCode, command },
    reason: error.message.slice(0, 1000),
    // A 5xx to the greeting or the password is about us, and passes when the settings are mended.
    refused: permanent === true && (code === "EENVELOPE" || code === "EMESSAGE"),
  };
}
