import { isRouteErrorResponse } from "react-router";
import { proofPrefix } from "#app/lib/form/submitted-form.ts";

// Asking again who one is, before what would do most harm to an unattended browser's owner: money,
// staff, settings, whole lists (docs/decisions/0043).

/** The fields that answer, in any form. */
export const proofField = {
  password: `${proofPrefix}password`,
  code: `${proofPrefix}code`,
  passkey: `${proofPrefix}passkey`,
} as const;

/** Where reading something asks; what is sent is asked for where it was sent to. */
export const confirmPath = "/admin/confirm";

/** What can be answered with, besides the password. */
export interface WaysToProve {
  hasApp: boolean;
  hasPasskeys: boolean;
}

/** Who is sending this? With all that was sent, so that it can be sent again. */
export interface ProofWanted extends WaysToProve {
  proofWanted: true;
  /** Where it was sent, e.g. `/admin/payments/1`. */
  action: string;
  fields: [name: string, value: string][];
  /** Why the answer before wasn't enough. */
  message?: string;
}

/** The question, if that is what an error boundary was given. */
export function proofWantedIn(error: unknown): ProofWanted | null {
  return isRouteErrorResponse(error) && error.data?.proofWanted ? error.data : null;
}

export const wrongProof = "That was not right. Please try again.";
