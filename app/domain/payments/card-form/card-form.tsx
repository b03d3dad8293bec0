import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import type { CardFormFacts } from "./card-form.ts";
import {
  loadStripe,
  type Stripe,
  type StripeElements,
  type StripeRefusal,
} from "./stripe-script.ts";

interface CardFormProps {
  form: CardFormFacts;
  /** The button's label: "Pay $120.00". */
  label: ReactNode;
  /**
   * Called once the card is accepted or the payment has ended otherwise; reload the page's data.
   */
  onDone: () => void;
}

type Stage = "loading" | "ready" | "unreachable" | "sending" | "done";

const notDone = "The payment could not be made, and nothing was charged. Please try again.";

/**
 * The provider's own card form, with 3-D Secure. What is typed into it never reaches us; ask the
 * server whether it is paid. Pages with it export `cardFormHandle`.
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
      // Paid, or given up meanwhile; the server knows.
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
            <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
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
