import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { viewAs } from "#app/features/auth/on-behalf.server.ts";
import { getPriceSheet } from "#app/features/pricing/price-sheet.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { plainAnswer, priceSheetResponse } from "#app/routes/pdf-response.ts";
import type { Route } from "./+types/price-sheet.ts";

/**
 * `GET /admin/clients/{id}/prices.pdf?day=2026-11-26`, by default of today. A middleware, because
 * the router would buffer a loader's response to encode it as `.data`.
 */
const answerSheet: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, log, priceSheetPdfs, shop } = context.get(requestContext);
  const day = dayIn(url.searchParams.get("day")) ?? pacificDay(new Date());
  try {
    const client = await viewAs(db, staffWith(context, "prices"), params.id);
    if (!client) return next();
    const sheet = await getPriceSheet(db, client, day, shop);
    return priceSheetResponse(await priceSheetPdfs.of(sheet), sheet);
  } catch (error) {
    log.error({ err: error }, "a price list was not printed");
    return plainAnswer("The price list could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerSheet];

export function loader() {
  return plainAnswer("There is no such client.", 404);
}
