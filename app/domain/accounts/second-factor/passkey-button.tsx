import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";

interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  label: string;
  field: string;
  isMain?: boolean;
  /** What the user can do instead, if anything; completes "Please try again, or …". */
  otherwise?: string | undefined;
}

/**
 * Asks the browser for a passkey, and submits the surrounding form with the answer. Shows errors
 * below the row it is placed in, which must wrap. Renders nothing without JavaScript, or in a
 * browser without passkeys.
 */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { purpose, label, field, isMain = false, otherwise } = props;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const isHydrated = useHydrated();
  if (!isHydrated || !knowsPasskeys()) return null;

  async function ask(form: HTMLFormElement | null) {
    setAsking(true);
    setProblem("");
    try {
      const answer = await askForPasskey(purpose, otherwise);
      const input = form?.elements.namedItem(field);
      if (!form || !(input instanceof HTMLInputElement)) return;
      input.value = answer;
      form.requestSubmit();
      input.value = "";
    } catch (error) {
      setProblem(error instanceof PasskeyError ? error.message : "");
    } finally {
      setAsking(false);
    }
  }

  return (
    <div className="contents">
      <input type="hidden" name={field} />
      <Button
        variant={isMain ? "primary" : "secondary"}
        pending={isAsking}
        onClick={({ currentTarget }) => void ask(currentTarget.form)}
      >
        {label}
      </Button>
      {problem && (
        <p role="alert" className="order-last basis-full text-sm font-semibold text-cancelled">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Why a passkey wasn't created or used; the message is for the user who pressed the button. */
class PasskeyError extends Error {
  override name = "PasskeyError";
}

type PasskeyPurpose = "add" | "confirm" | "enter";

function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Returns the browser's answer, as JSON for a form. @throws PasskeyError */
async function askForPasskey(purpose: PasskeyPurpose, otherwise?: string): Promise<string> {
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
    throw new PasskeyError(whyNot(error, purpose, otherwise));
  }
}

export function whyNot(error: unknown, purpose: PasskeyPurpose, otherwise?: string): string {
  const done = purpose === "add" ? "made" : "used";
  const or = otherwise ? `, or ${otherwise}` : "";
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "InvalidStateError") return "This device has a passkey for your account already.";
  if (name === "NotAllowedError" || name === "AbortError") {
    return `No passkey was ${done}. Please try again${or}.`;
  }
  // The page's address is not the one that passkeys are bound to.
  if (name === "SecurityError") {
    return `Passkeys work at the shop's own address only, over https. Please open it there${or}.`;
  }
  return `The passkey could not be ${done}. Please try again in a moment.`;
}
