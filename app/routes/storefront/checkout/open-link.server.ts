import { type ActionFunctionArgs, data } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { checkoutCounts } from "#app/domain/limits/limits.ts";
import { byNetwork } from "#app/domain/limits/network.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import {
  type OrderHolder,
  orderHolderOf,
  proveGuest,
} from "#app/domain/orders/links/order-links.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";

/** The address is the credential, so it is told to nobody and kept by nobody. */
const onlyForHolder = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Tokens that open nothing: far more than anyone mistypes, and nothing to whoever guesses 192 bits. */
const misses = { name: "order's link by network", times: 60, seconds: 600 };

type Opened = { headers: Record<string, string> } & (
  | { holder: OrderHolder; status?: never }
  | { holder: null; status: 404 | 429 }
);

/**
 * Who has this link to an order. Without one: 404 for every token alike, made up, ended or withdrawn,
 * and 429 after too many; a link that works is never refused.
 *
 * @param acts whether something is done by it, not only looked at: who does that by a mailed link has
 *   proved to read the order's address
 */
export async function openLink(
  { db, limits, clientAddress }: RequestContext,
  token: string,
  { acts = false }: { acts?: boolean } = {},
): Promise<Opened> {
  const holder = await orderHolderOf(db, token);
  if (holder && acts && holder.isMailed) await proveGuest(db, holder.customerId);
  if (holder) return { holder, headers: onlyForHolder };
  const wait = await limits.takeAll(byNetwork(misses, clientAddress));
  if (wait === null) return { holder: null, status: 404, headers: onlyForHolder };
  return { holder: null, status: 429, headers: { ...onlyForHolder, "Retry-After": String(wait) } };
}

/**
 * Answers a form of whoever holds the link, and limits how often they send it.
 *
 * @param what they do too often: "Too many changes"
 * @param nobody answers instead where the link opens nothing
 */
export async function answerHolder<Answer extends FormAnswer = FormAnswer>(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { token: string } },
  {
    what,
    nobody,
    ...answering
  }: {
    failed: string;
    log: string;
    what: string;
    nobody?: (init: Omit<Opened, "holder">) => Promise<ReturnType<typeof data<Answer>>>;
  },
  run: (
    holder: OrderHolder,
    fields: Record<string, string>,
    services: RequestContext,
  ) => Promise<Response | ReturnType<typeof data<Answer>>>,
) {
  const services = args.context.get(requestContext);
  const { limits, clientAddress } = services;
  const { holder, ...init } = await openLink(services, args.params.token, { acts: true });
  if (!holder) return (await nobody?.(init)) ?? data<Answer | undefined>(undefined, init);
  const facts = () => ({ orderId: holder.orderId });
  return answerForm<Answer>(args, { ...answering, facts }, async (fields) => {
    const wait = await limits.takeAll(checkoutCounts(clientAddress));
    if (wait === null) return run(holder, fields, services);
    throw new Refusal("too often", `Too many ${what}. Try again ${whenAgain(wait)}.`, { wait });
  });
}
