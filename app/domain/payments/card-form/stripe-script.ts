// The part of Stripe.js that the card form uses: https://docs.stripe.com/js. It must come from
// Stripe's server, and is the shop's only third-party script.

export interface StripeRefusal {
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

export interface StripeElements {
  submit(): Promise<Confirmed>;
  create(kind: "payment", options: object): StripeElement;
}

interface StripeElement {
  mount(place: HTMLElement): void;
  destroy(): void;
  on(event: "ready" | "loaderror", heard: () => void): void;
}

export interface Stripe {
  elements(options: object): StripeElements;
  confirmPayment(how: Confirming): Promise<Confirmed>;
  confirmSetup(how: Confirming): Promise<Confirmed>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

/** Loads the provider's script once per page; rejects if it can't be loaded. */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
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
