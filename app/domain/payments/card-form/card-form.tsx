import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, SecondaryButton } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import type { CardFormFacts } from "./card-form.ts";

interface CardFormProps {
  form: CardFormFacts;
  label: ReactNode;
  /** Called when the card is accepted or the payment has ended; reload the page's data. */
  onDone: () => void;
}

type Stage = "loading" | "ready" | "unreachable" | "sending" | "done";

const notDone = "The payment could not be made, and nothing was charged. Please try again.";

/**
 * The provider's own card form, with 3-D Secure. Its contents never reach us, so ask the server
 * whether it is paid. Its routes export `cardFormHandle`.
 */
export function CardForm({ form, label, onDone }: CardFormProps) {
  const { scriptUrl, publishableKey, clientSecret, kind } = form;
  const place = useRef<HTMLDivElement>(null);
  const stripe = useRef<{ client: Stripe; elements: StripeElements } | null>(null);
  const [stage, setStage] = useState<Stage>("loading");
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;
    setStage("loading");
    loadStripe(scriptUrl, publishableKey)
      .then((client) => {
        if (isGone || !place.current) return;
        const elements = client.elements({ clientSecret, appearance: appearanceAt(place.current) });
        const element = elements.create("payment", elementOptions);
        stripe.current = { client, elements };
        remove = () => element.destroy();
        element.on("ready", () => setStage("ready"));
        element.on("loaderror", () => setStage("unreachable"));
        element.mount(place.current);
      })
      .catch(() => !isGone && setStage("unreachable"));
    return () => {
      isGone = true;
      remove?.();
    };
  }, [scriptUrl, publishableKey, clientSecret, attempt]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe.current || stage !== "ready") return;
    const { client, elements } = stripe.current;
    setRefusal(null);
    setStage("sending");
    const error = await confirm(client, elements, kind);
    if (!error || error.code === `${kind}_intent_unexpected_state`) {
      // Paid or voided in the meantime; the server knows which.
      setStage("done");
      onDone();
      return;
    }
    const isForCustomer = error.type === "card_error" || error.type === "validation_error";
    setRefusal((isForCustomer && error.message) || notDone);
    setStage("ready");
  }

  return (
    <form onSubmit={pay} aria-label="Card">
      {stage === "loading" && <Spinner label="Loading the card form" />}
      {stage === "unreachable" && (
        <Notice
          tone="error"
          title="The card form could not be loaded"
          action={
            <SecondaryButton onClick={() => setAttempt(attempt + 1)}>Try again</SecondaryButton>
          }
        >
          <p>Nothing was charged. Something may block js.stripe.com, or the line was cut.</p>
        </Notice>
      )}
      <div ref={place} hidden={stage === "unreachable"} />
      {refusal && <Notice tone="error" title={refusal} className="mt-5" />}
      {stage !== "loading" && stage !== "unreachable" && (
        <Button
          type="submit"
          size="lg"
          pending={stage === "sending" || stage === "done"}
          className="mt-6 w-full sm:w-auto"
        >
          {label}
        </Button>
      )}
    </form>
  );
}

// Wallets would need the "payment" Permissions-Policy, and Link asks for a phone number.
const elementOptions = {
  layout: "tabs",
  wallets: { applePay: "never", googlePay: "never", link: "never" },
};

/** The form is the provider's iframe, which our styles don't reach. */
function appearanceAt(place: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(place);
  return {
    theme: "stripe",
    variables: { colorText: color, colorPrimary: color, fontFamily, borderRadius: "0px" },
  };
}

async function confirm(
  client: Stripe,
  elements: StripeElements,
  kind: CardFormFacts["kind"],
): Promise<StripeRefusal | undefined> {
  const how = {
    elements,
    confirmParams: { return_url: location.href },
    redirect: "if_required" as const,
  };
  try {
    const { error } = await elements.submit();
    if (error) return error;
    const answer = await (kind === "payment"
      ? client.confirmPayment(how)
      : client.confirmSetup(how));
    return answer.error;
  } catch {
    return { type: "unknown" };
  }
}

// The part of https://docs.stripe.com/js that the card form uses. The script must come from
// Stripe's server, and is the shop's only third-party script.

interface StripeRefusal {
  /** "card_error" and "validation_error" have a message for the customer. */
  type: string;
  code?: string;
  message?: string;
}

interface Confirmed {
  error?: StripeRefusal;
}

interface Confirming {
  elements: StripeElements;
  confirmParams: { return_url: string };
  redirect: "if_required";
}

interface StripeElements {
  submit(): Promise<Confirmed>;
  create(kind: "payment", options: object): StripeElement;
}

interface StripeElement {
  mount(place: HTMLElement): void;
  destroy(): void;
  on(event: "ready" | "loaderror", heard: () => void): void;
}

interface Stripe {
  elements(options: object): StripeElements;
  confirmPayment(how: Confirming): Promise<Confirmed>;
  confirmSetup(how: Confirming): Promise<Confirmed>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

/** Loads the provider's script once per page; rejects if that fails. */
async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await load(scriptUrl);
  if (!window.Stripe) throw new Error("The card provider's script does not work");
  return window.Stripe(publishableKey);
}

function load(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The card provider's script could not be loaded"));
    });
    document.head.append(script);
  });
}
