import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Stripe as far as the shop uses it: its HTTP, its terms and its rules, with a clock that tests
// set. tests/payments/card-provider.contract.test.ts compares it with Stripe's own sandbox.

const day = 24 * 3600_000;

/** How long authorizations last: the customer's own; and the merchant's, where Visa gives 4 days 18 hours. */
const windows = { customer: 7 * day, merchant: { visa: 4.75 * day, mastercard: 7 * day } };

/** Stripe's test cards, and their banks' answers to a payment. */
const cards: Record<string, { brand: "visa" | "mastercard"; last4: string; says?: string }> = {
  pm_card_visa: { brand: "visa", last4: "4242" },
  pm_card_mastercard: { brand: "mastercard", last4: "4444" },
  pm_card_chargeDeclined: { brand: "visa", last4: "0002", says: "generic_decline" },
  pm_card_chargeDeclinedInsufficientFunds: {
    brand: "visa",
    last4: "9995",
    says: "insufficient_funds",
  },
  /** Saved without a refusal, and refused when charged. */
  pm_card_chargeCustomerFail: { brand: "visa", last4: "0341", says: "generic_decline" },
  /** Asks for 3-D Secure at every payment. */
  pm_card_authenticationRequired: { brand: "visa", last4: "3184", says: "authenticate" },
};

type Fields = Record<string, string>;
type Thing = Record<string, unknown> & { id: string };

interface Intent extends Thing {
  status: string;
  amount: number;
  metadata: Fields;
  customer: string | null;
}

class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string, more: object = {}) {
    super(code);
    this.status = status;
    const type =
      status === 402
        ? "card_error"
        : status === 409 || code === "idempotency_error"
          ? "idempotency_error"
          : "invalid_request_error";
    this.body = { error: { type, code, message: `refused: ${code}`, ...more } };
  }
}

export interface FakeStripe {
  url: string;
  /** Requests that had an effect; repetitions with the same key don't count. */
  done: { path: string; fields: Fields }[];
  intents: Map<string, Intent>;
  /** Advances the clock; authorizations expire. */
  advance(ms: number): void;
  now(): Date;
  /** Acts as the customer's browser: gives a card, and passes, fails or abandons 3-D Secure. */
  confirm(ref: string, card: string, authenticates?: boolean | "leaves"): string;
  /**
   * Lets the next requests whose path matches take effect, and loses their answers: two by default,
   * since the library retries once when a connection breaks.
   */
  lose(path: RegExp, times?: number): void;
  /** Does not receive the next requests whose path matches. */
  drop(path: RegExp, times?: number): void;
  /** Ends the remaining effects of `lose` and `drop`. */
  heal(): void;
  /** Returns events since the last call, signed as Stripe does. */
  webhooks(): { body: string; signature: string }[];
  sign(body: string, at?: Date): string;
  refundByHand(ref: string, cents: number): void;
  /** Reports that the last refund of a charge failed, as banks do days later. */
  failRefund(ref: string): void;
  /** The cardholder's bank takes money back. */
  dispute(ref: string, cents: number): void;
  endDispute(ref: string, status: "won" | "lost"): void;
  close(): Promise<void>;
}

export const webhookSecret = "whsec_fake_0123456789abcdef";
export const secretKey = "sk_test_fake_0123456789abcdef";

/** Starts the fake on the loopback address. */
export async function startFakeStripe(): Promise<FakeStripe> {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const intents = new Map<string, Intent>();
  const methods = new Map<string, Thing & { kind: string }>();
  const refunds: (Thing & { payment_intent: string; amount: number; metadata: Fields })[] = [];
  const disputes: (Thing & { payment_intent: string; amount: number; status: string })[] = [];
  const answered = new Map<string, { fields: string; status: number; body: string }>();
  const done: FakeStripe["done"] = [];
  const lost: RegExp[] = [];
  const dropped: RegExp[] = [];
  let events: Thing[] = [];

  const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;
  const seconds = () => Math.floor(now().getTime() / 1000);

  function tell(type: string, object: Thing) {
    events.push({
      id: newId("evt"),
      object: "event",
      type,
      created: seconds(),
      data: { object: structuredClone(object) },
    });
  }

  function find(ref: string): Intent {
    const intent = intents.get(ref);
    if (!intent) throw new Refusal(404, "resource_missing");
    return intent;
  }

  /** Returns a saved or test card; a test card becomes one of the intent's customer. */
  function methodOf(name: string | undefined) {
    const known = methods.get(name ?? "");
    if (known) return known;
    // "pm_card_visa:7" is another card of the same kind.
    const [kind = "", copy = ""] = (name ?? "").split(":");
    const card = cards[kind];
    if (!name || !card) throw new Refusal(400, "resource_missing");
    const { brand, last4 } = card;
    const id = newId("pm");
    const made = {
      id,
      object: "payment_method",
      type: "card",
      kind,
      card: { brand, last4, fingerprint: `print_${last4}${copy}` },
    };
    methods.set(id, made);
    return made;
  }

  function decline(intent: Intent, code: string, declineCode?: string): never {
    const error = { code, ...(declineCode && { decline_code: declineCode }) };
    const isPayment = intent.object === "payment_intent";
    intent.status = "requires_payment_method";
    intent[isPayment ? "last_payment_error" : "last_setup_error"] = {
      type: "card_error",
      ...error,
    };
    tell(isPayment ? "payment_intent.payment_failed" : "setup_intent.setup_failed", intent);
    throw new Refusal(402, code, {
      ...error,
      [isPayment ? "payment_intent" : "setup_intent"]: { ...intent },
    });
  }

  function confirmIntent(
    intent: Intent,
    name: string | undefined,
    how: { offSession: boolean; authenticates?: boolean | undefined },
  ) {
    if (!intent.status.startsWith("requires_") || intent.status === "requires_capture") {
      throw new Refusal(
        400,
        intent.object === "payment_intent"
          ? "payment_intent_unexpected_state"
          : "setup_intent_unexpected_state",
      );
    }
    const method = methodOf(name);
    const card = cards[method.kind];
    const isPayment = intent.object === "payment_intent";
    intent.payment_method = method.id;
    const says =
      !isPayment && card?.says !== "authenticate" && method.kind !== "pm_card_chargeDeclined"
        ? undefined
        : card?.says;
    if (says === "authenticate") {
      if (how.offSession) decline(intent, "authentication_required", "authentication_required");
      if (how.authenticates === undefined) {
        intent.status = "requires_action";
        tell(`${intent.object}.requires_action`, intent);
        return;
      }
      if (!how.authenticates) decline(intent, `${intent.object}_authentication_failure`);
    } else if (says) decline(intent, "card_declined", says);
    if (!isPayment) {
      intent.status = "succeeded";
      tell("setup_intent.succeeded", intent);
      return;
    }
    const isHeld = intent.capture_method === "manual";
    const brand = card?.brand ?? "visa";
    const lasts = how.offSession ? windows.merchant[brand] : windows.customer;
    const captureBefore = Math.floor((now().getTime() + lasts) / 1000);
    intent.latest_charge = {
      id: newId("ch"),
      object: "charge",
      amount_refunded: 0,
      disputed: false,
      payment_method_details: { card: { brand, ...(isHeld && { capture_before: captureBefore }) } },
    };
    intent.last_payment_error = null;
    if (isHeld) {
      Object.assign(intent, { status: "requires_capture", amount_capturable: intent.amount });
      tell("payment_intent.amount_capturable_updated", intent);
    } else {
      Object.assign(intent, { status: "succeeded", amount_received: intent.amount });
      tell("payment_intent.succeeded", intent);
    }
  }

  function expire() {
    for (const intent of intents.values()) {
      const charge = intent.latest_charge as {
        payment_method_details: { card: { capture_before?: number } };
      } | null;
      const until = charge?.payment_method_details.card.capture_before;
      if (intent.status !== "requires_capture" || !until || until * 1000 > now().getTime())
        continue;
      Object.assign(intent, {
        status: "canceled",
        amount_capturable: 0,
        cancellation_reason: "automatic",
      });
      tell("payment_intent.canceled", intent);
    }
  }

  function refund(intent: Intent, cents: number, metadata: Fields) {
    const charge = intent.latest_charge as { amount_refunded: number } & Thing;
    if (intent.status !== "succeeded") throw new Refusal(400, "charge_not_refundable");
    if (charge.amount_refunded + cents > Number(intent.amount_received))
      throw new Refusal(400, "charge_already_refunded");
    charge.amount_refunded += cents;
    const made = {
      id: newId("re"),
      object: "refund",
      payment_intent: intent.id,
      amount: cents,
      status: "succeeded",
      metadata,
    };
    refunds.push(made);
    tell("charge.refunded", { ...charge, payment_intent: intent.id });
    return made;
  }

  function newIntent(kind: "payment_intent" | "setup_intent", fields: Fields): Intent {
    const id = newId(kind === "payment_intent" ? "pi" : "seti");
    const amount = Number(fields.amount ?? 0);
    if (kind === "payment_intent" && !(amount >= 50 && Number.isInteger(amount))) {
      throw new Refusal(400, "amount_too_small");
    }
    const intent: Intent = {
      id,
      object: kind,
      status: "requires_payment_method",
      amount,
      amount_capturable: 0,
      amount_received: 0,
      latest_charge: null,
      payment_method: null,
      created: seconds(),
      capture_method: fields.capture_method ?? "automatic",
      client_secret: `${id}_secret_fake`,
      customer: fields.customer ?? null,
      metadata: group(fields, "metadata"),
    };
    intents.set(id, intent);
    return intent;
  }

  function perform(method: string, path: string, fields: Fields): unknown {
    const [, , resource = "", ref = "", action = ""] = path.split("/");
    if (method === "GET") {
      if (resource === "refunds")
        return list(refunds.filter((one) => one.payment_intent === fields.payment_intent));
      if (resource === "disputes")
        return list(disputes.filter((one) => one.payment_intent === fields.payment_intent));
      if (ref) return shown(find(ref));
      return list(
        [...intents.values()]
          .filter((one) => one.object === "payment_intent")
          .filter((one) => !fields.customer || one.customer === fields.customer)
          .filter((one) => Number(one.created) >= Number(fields["created[gte]"] ?? 0))
          .map(shown),
      );
    }
    done.push({ path, fields });
    if (resource === "customers") return { id: newId("cus"), object: "customer" };
    if (resource === "refunds")
      return refund(
        find(fields.payment_intent ?? ""),
        Number(fields.amount),
        group(fields, "metadata"),
      );
    const kind = resource === "setup_intents" ? "setup_intent" : "payment_intent";
    const intent = ref ? find(ref) : newIntent(kind, fields);
    const offSession = fields.off_session === "true";
    if (action === "confirm" || (!ref && fields.confirm === "true"))
      confirmIntent(intent, fields.payment_method, { offSession });
    if (action === "capture") {
      const cents = Number(fields.amount_to_capture);
      if (intent.status !== "requires_capture")
        throw new Refusal(
          400,
          intent.cancellation_reason === "automatic"
            ? "charge_expired_for_capture"
            : "payment_intent_unexpected_state",
        );
      if (cents > Number(intent.amount_capturable)) throw new Refusal(400, "amount_too_large");
      Object.assign(intent, { status: "succeeded", amount_received: cents, amount_capturable: 0 });
      tell("payment_intent.succeeded", intent);
    }
    if (action === "cancel") {
      if (intent.status === "succeeded" || intent.status === "canceled")
        throw new Refusal(400, `${kind}_unexpected_state`);
      Object.assign(intent, {
        status: "canceled",
        amount_capturable: 0,
        cancellation_reason: "requested_by_customer",
      });
      tell(`${kind}.canceled`, intent);
    }
    return shown(intent);
  }

  /** Returns the intent with what the shop always asks to expand. */
  function shown(intent: Intent) {
    const { latest_charge: charge } = intent;
    const own = refunds.filter((one) => one.payment_intent === intent.id).reverse();
    return {
      ...intent,
      latest_charge: charge && { ...charge, refunds: list(own) },
      payment_method: methods.get(String(intent.payment_method)) ?? null,
    };
  }

  const chargeOf = (ref: string) =>
    find(ref).latest_charge as { amount_refunded: number; disputed: boolean } & Thing;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? "/", "http://fake");
    const isRead = request.method === "GET";
    const body = await text(request);
    const take = (from: RegExp[]) => {
      const place = from.findIndex((one) => one.test(`${request.method} ${address.pathname}`));
      return place >= 0 && from.splice(place, 1).length > 0;
    };
    if (take(dropped)) return request.socket.destroy();
    expire();
    const fields = Object.fromEntries(new URLSearchParams(isRead ? address.search : body));
    const key = request.headers["idempotency-key"];
    let reply = typeof key === "string" ? answered.get(key) : undefined;
    const same = `${address.pathname}?${body}`;
    if (reply && reply.fields !== same) {
      reply = {
        fields: same,
        status: 400,
        body: JSON.stringify(new Refusal(400, "idempotency_error").body),
      };
    }
    if (!reply) {
      reply = {
        fields: same,
        ...outcome(() => perform(request.method ?? "", address.pathname, fields)),
      };
      // Stripe stores failures under the key too, but not validation errors.
      if (typeof key === "string" && reply.status !== 400 && reply.status !== 404)
        answered.set(key, reply);
    }
    if (take(lost)) return request.socket.destroy();
    response.writeHead(reply.status, { "Content-Type": "application/json" }).end(reply.body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sign = (body: string, at = now()) => {
    const time = Math.floor(at.getTime() / 1000);
    const digest = createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex");
    return `t=${time},v1=${digest}`;
  };
  return {
    done,
    intents,
    now,
    sign,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    advance(ms) {
      offset += ms;
      expire();
    },
    confirm(ref, card, authenticates = true) {
      const intent = find(ref);
      const passes = authenticates === "leaves" ? undefined : authenticates;
      outcome(() => confirmIntent(intent, card, { offSession: false, authenticates: passes }));
      return intent.status;
    },
    lose: (path, times = 2) => void lost.push(...Array(times).fill(path)),
    drop: (path, times = 2) => void dropped.push(...Array(times).fill(path)),
    heal() {
      lost.length = 0;
      dropped.length = 0;
    },
    webhooks() {
      const sent = events.map((event) => JSON.stringify(event));
      events = [];
      return sent.map((body) => ({ body, signature: sign(body, new Date()) }));
    },
    refundByHand: (ref, cents) => void refund(find(ref), cents, {}),
    failRefund(ref) {
      const last = refunds.filter((one) => one.payment_intent === ref).at(-1);
      if (!last) throw new Error("There was no refund");
      last.status = "failed";
      chargeOf(ref).amount_refunded -= last.amount;
      tell("refund.failed", last);
    },
    dispute(ref, cents) {
      chargeOf(ref).disputed = true;
      const made = { id: newId("du"), object: "dispute", payment_intent: ref, amount: cents };
      disputes.push({ ...made, status: "needs_response" });
      tell("charge.dispute.created", { ...made });
    },
    endDispute(ref, status) {
      const own = disputes.find((one) => one.payment_intent === ref);
      if (!own) throw new Error("There was no dispute");
      own.status = status;
      tell("charge.dispute.closed", own);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function outcome(run: () => unknown): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(run()) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: JSON.stringify(error.body) };
    throw error;
  }
}

const list = (data: unknown[]) => ({ object: "list", data, has_more: false });

/** Returns fields of the form `name[key]`. */
function group(fields: Fields, name: string): Fields {
  const found = Object.entries(fields).filter(([field]) => field.startsWith(`${name}[`));
  return Object.fromEntries(
    found.map(([field, value]) => [field.slice(name.length + 1, -1), value]),
  );
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
