import { type ActionFunctionArgs, data } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { byNetwork } from "#app/domain/limits/network.ts";
import { checkoutCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import {
  type OrderLink,
  openOrderLink,
  proveGuest,
} from "#app/domain/orders/links/order-links.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";

/** The URL is the credential, so no referrer and no caching. */
const onlyByLink = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Invalid tokens: far more than anyone mistypes, and no help for guessing 192 bits. */
const misses = { name: "order's link by network", times: 60, seconds: 600 };

type Opened = { headers: Record<string, string> } & (
  | { link: OrderLink; status?: never }
  | { link: null; status: 404 | 429 }
);

/**
 * Returns the holder of an order's link. Without one: 404 for every token alike, made up, expired
 * or withdrawn, and 429 after too many; a working link is never refused.
 *
 * @param acts true for actions, which unlike viewing prove access to the order's address
 */
export async function openLink(
  { db, limits, clientAddress }: RequestContext,
  token: string,
  { acts = false }: { acts?: boolean } = {},
): Promise<Opened> {
  const link = await openOrderLink(db, token);
  if (link && acts && link.isMailed) await proveGuest(db, link.customerId);
  if (link) return { link, headers: onlyByLink };
  const wait = await limits.takeAll(byNetwork(misses, clientAddress));
  if (wait === null) return { link: null, status: 404, headers: onlyByLink };
  return { link: null, status: 429, headers: { ...onlyByLink, "Retry-After": String(wait) } };
}

/**
 * Answers a form submitted by a link's holder, with a rate limit.
 *
 * @param what the limited action: "Too many changes"
 * @param nobody answers instead if the link doesn't work
 */
export async function answerByLink<Answer extends FormAnswer = FormAnswer>(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { token: string } },
  {
    what,
    nobody,
    ...answering
  }: {
    failed: string;
    log: string;
    what: string;
    nobody?: (init: Omit<Opened, "link">) => Promise<ReturnType<typeof data<Answer>>>;
  },
  run: (
    link: OrderLink,
    fields: Record<string, string>,
    services: RequestContext,
  ) => Promise<Response | ReturnType<typeof data<Answer>>>,
) {
  const services = args.context.get(requestContext);
  const { limits, clientAddress } = services;
  const { link, ...init } = await openLink(services, args.params.token, { acts: true });
  if (!link) return (await nobody?.(init)) ?? data<Answer | undefined>(undefined, init);
  const facts = () => ({ orderId: link.orderId });
  return answerForm<Answer>(args, { ...answering, facts }, async (fields) => {
    const wait = await limits.takeAll(checkoutCounts(clientAddress));
    if (wait === null) return run(link, fields, services);
    throw new Refusal("too often", `Too many ${what}. Try again ${whenAgain(wait)}.`, { wait });
  });
}
