import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import {
  askForPasskey,
  knowsPasskeys,
  PasskeyError,
  type PasskeyPurpose,
} from "./passkey-browser.ts";

interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  label: string;
  /** The surrounding form's hidden field for the browser's answer. */
  field: string;
  /** True if it is the main action. */
  isMain?: boolean;
}

/**
 * Asks the browser for a passkey, and submits the surrounding form with the answer. Place it in a
 * wrapping row, below which it shows errors. Renders nothing without JavaScript, or in a browser
 * without passkeys.
 */
export function PasskeyButton({ purpose, label, field, isMain = false }: PasskeyButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const isHydrated = useHydrated();
  if (!isHydrated || !knowsPasskeys()) return null;

  async function ask(form: HTMLFormElement | null) {
    setAsking(true);
    setProblem("");
    try {
      const answer = await askForPasskey(purpose);
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
