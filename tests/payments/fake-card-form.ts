import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type FakeStripe, startFakeStripe } from "./fake-stripe.ts";

/** The fake provider with its browser part: a script that draws a field for the card. */
export interface FakeStripeInBrowser extends Pick<FakeStripe, "intents" | "close"> {
  url: string;
  scripts(): number;
}

/**
 * Starts it on the loopback address. The card form is one field for one of the fake's cards
 * ("pm_card_visa"); a card that needs 3-D Secure shows the browser's own dialog.
 */
export async function startFakeStripeInBrowser(): Promise<FakeStripeInBrowser> {
  const fake = await startFakeStripe();
  let scripts = 0;

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", fake.url);
    if (pathname === "/stripe.js") {
      scripts += 1;
      response.writeHead(200, {
        "Content-Type": "text/javascript",
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
      return response.end(`(${inBrowser.toString()})(new URL(document.currentScript.src).origin)`);
    }
    if (pathname === "/confirm") {
      const [ref = ""] = (searchParams.get("secret") ?? "").split("_secret");
      const passes = { yes: true, no: false }[searchParams.get("passes") ?? ""];
      const intent = fake.intents.get(ref);
      const before = intent?.status;
      // 3-D Secure takes two steps, as on the bank's own page.
      const status = fake.confirm(ref, searchParams.get("card") ?? "", passes);
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Access-Control-Allow-Origin": "*",
      });
      return response.end(JSON.stringify({ status, before }));
    }
    // The rest belongs to the server and the fake.
    const { method, headers } = request;
    const passed = send(fake.url + request.url, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    intents: fake.intents,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scripts: () => scripts,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await fake.close();
    },
  };
}

/** Runs in the browser, in place of Stripe.js. */
function inBrowser(origin: string) {
  const refusal = { type: "card_error", code: "card_declined", message: "Your card was declined." };
  const unexpected = { type: "invalid_request_error", code: "payment_intent_unexpected_state" };

  function client() {
    let secret = "";
    const field = document.createElement("input");
    async function ask(passes: string) {
      const asked = new URLSearchParams({ secret, card: field.value, passes });
      const answer = await fetch(`${origin}/confirm?${asked}`);
      return answer.json() as Promise<{ status: string; before: string }>;
    }
    async function confirm() {
      const is3dSecure = field.value.includes("authentication");
      // Abandoned halfway: requested, and never answered.
      if (is3dSecure && !window.confirm("Your bank asks: is it you?")) {
        return { error: { type: "card_error", message: "Your bank could not tell who you are." } };
      }
      const { status, before } = await ask("yes");
      if (before === "canceled" || before === "succeeded") return { error: unexpected };
      const isDone = ["succeeded", "requires_capture"].includes(status);
      return isDone ? {} : { error: refusal };
    }
    return {
      elements(options: { clientSecret: string }) {
        secret = options.clientSecret;
        return {
          submit: async () =>
            field.value ? {} : { error: { type: "validation_error", message: "Enter a card." } },
          create: () => ({
            mount(place: HTMLElement) {
              const label = document.createElement("label");
              label.textContent = "Card number ";
              field.style.cssText = "display:block;width:100%;min-height:44px;border:1px solid";
              label.append(field);
              place.append(label);
            },
            destroy: () => field.parentElement?.remove(),
            on: (event: string, heard: () => void) => void (event === "ready" && setTimeout(heard)),
          }),
        };
      },
      confirmPayment: confirm,
      confirmSetup: confirm,
    };
  }
  Object.assign(window, { Stripe: client });
}
