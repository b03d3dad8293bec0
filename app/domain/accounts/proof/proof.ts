import { isRouteErrorResponse } from "react-router";
import { proofPrefix } from "#app/lib/form/submitted-form.ts";

// Proof of identity before actions that could do most harm at an unattended browser: money, staff,
// settings, whole lists (docs/decisions/0043).

export const proofField = {
  password: `${proofPrefix}password`,
  code: `${proofPrefix}code`,
  passkey: `${proofPrefix}passkey`,
} as const;

/** The page that asks before a page is read; a form is asked for proof at its own address. */
export const confirmPath = "/admin/confirm";

export interface WaysToProve {
  hasApp: boolean;
  hasPasskeys: boolean;
}

/** Asks for a proof, with the original request so that it can be sent again. */
export interface ProofWanted extends WaysToProve {
  proofWanted: true;
  action: string;
  fields: [name: string, value: string][];
  message?: string;
}

/** Returns the request for a proof if an error boundary was given one. */
export function proofWantedIn(error: unknown): ProofWanted | null {
  return isRouteErrorResponse(error) && error.data?.proofWanted ? error.data : null;
}

export const noProof = "Nothing was entered. Please try again.";

export const wrongProof = "That was not right. Please try again.";
