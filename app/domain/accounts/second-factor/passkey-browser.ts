/** Why a passkey wasn't created or used; the message is for the user who pressed the button. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/**
 * The purpose of a passkey: to add a second factor, confirm the signed-in user, or sign in after
 * the password.
 */
export type PasskeyPurpose = "add" | "confirm" | "enter";

/** True if this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/**
 * Has the browser create a passkey or sign with one, and returns its answer as JSON for a form. The
 * library is loaded when the button is pressed.
 *
 * @throws PasskeyError
 */
export async function askForPasskey(purpose: PasskeyPurpose): Promise<string> {
  try {
    const [{ startAuthentication, startRegistration }, asked] = await Promise.all([
      import("@simplewebauthn/browser"),
      fetch("/api/passkeys", { method: "POST", body: new URLSearchParams({ purpose }) }),
    ]);
    const options = await asked.json();
    if (!asked.ok) throw new PasskeyError(String(options.error));
    const answer =
      purpose === "add"
        ? await startRegistration({ optionsJSON: options })
        : await startAuthentication({ optionsJSON: options });
    return JSON.stringify(answer);
  } catch (error) {
    if (error instanceof PasskeyError) throw error;
    throw new PasskeyError(whyNot(error, purpose));
  }
}

function whyNot(error: unknown, purpose: PasskeyPurpose): string {
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "InvalidStateError") return "This device has a passkey for your account already.";
  if (name === "NotAllowedError" || name === "AbortError") {
    return purpose === "add"
      ? "No passkey was made. Please try again."
      : "No passkey was used. Please try again, or enter a code.";
  }
  // The browser's address of the shop is not the one that passkeys are bound to.
  if (name === "SecurityError") {
    return "Passkeys work at the shop's own address only, over https. Please open it there, or use a code.";
  }
  return "The passkey could not be used. Please try again in a moment.";
}
