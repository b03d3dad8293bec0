import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { getPriceSheet } from "#app/features/pricing/price-sheet.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { plainAnswer, priceSheetResponse } from "#app/routes/pdf-response.ts";
import type { Route } from "./+types/price-sheet.ts";

/** `GET /dashboard/prices.pdf`: what the client pays today. A middleware as its statement is. */
const answerSheet: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, log, priceSheetPdfs, shop } = context.get(requestContext);
  try {
    const sheet = await getPriceSheet(db, context.get(clientContext), pacificDay(new Date()), shop);
    return priceSheetResponse(await priceSheetPdfs.of(sheet), sheet);
  } catch (error) {
    log.error({ err: error }, "a price list was not printed");
    return plainAnswer("The price list could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerSheet];

export function loader() {
  return plainAnswer("Price lists are read by GET.", 405);
}
