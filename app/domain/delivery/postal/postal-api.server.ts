import type { Shop } from "#app/content/company.ts";
import type { PaceLimit } from "#app/domain/limits/pace-limit.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import type { DeliveryRulesMemory } from "../delivery-rules.server.ts";
import type { Demand } from "../demand.server.ts";
import { answerPostal, type PostalAnswer } from "./postal-answer.ts";
import { againParameter, postalParameter } from "./postal-question.ts";

interface Answering {
  deliveryRules: DeliveryRulesMemory;
  demand: Demand;
  postalLimit: PaceLimit;
  shop: Shop;
  log: { error(facts: object, message: string): void };
}

/** In seconds; browsers and proxies may cache the answer, which is the same for everybody. */
const freshFor = 60;

/**
 * `GET /api/delivery?postal=V3G1A2`: a `PostalAnswer` as JSON, from memory; without a postal code
 * it says whether one is needed. 400 for an invalid code, 429 if rate-limited, 503 if the rules
 * can't be read. Anyone may ask.
 */
export async function answerDelivery(
  { deliveryRules, demand, postalLimit, shop, log }: Answering,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const wait = postalLimit.take(clientAddress);
  if (wait !== null) return refused(429, { "Retry-After": String(wait) });
  const query = new URL(request.url).searchParams;
  try {
    const now = new Date();
    const typed = query.get(postalParameter) ?? "";
    const { answer, until } = answerPostal(await deliveryRules.get(), typed, now, shop.company);
    if (!query.has(againParameter)) countDemand(demand, answer);
    const isMistaken = answer.state === "malformed";
    const seconds = until ? Math.floor((until.getTime() - now.getTime()) / 1000) : freshFor;
    const isAboutPlace = answer.postalCode !== undefined || answer.state === "outside";
    const fresh = isAboutPlace ? Math.min(freshFor, seconds) : 0;
    return Response.json(answer, {
      status: isMistaken ? 400 : 200,
      headers: { "Cache-Control": fresh > 0 ? `public, max-age=${fresh}` : "no-store" },
    });
  } catch (error) {
    log.error({ err: error }, "answering for a postal code failed");
    return refused(503, { "Retry-After": "5" });
  }
}

/** Counts a postal code outside every zone. Callers leave out a page's own repeated questions. */
export function countDemand(demand: Demand, { state, postalCode }: PostalAnswer): void {
  const read = readPostalCode(postalCode ?? "");
  if (state === "unserved" && read.ok) demand.count(read.postalCode);
}

function refused(status: number, headers: Record<string, string>): Response {
  const error = "Delivery days cannot be looked up right now. Please try again in a moment.";
  return Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
