import { getPriceSheet } from "#app/domain/pricing/client-prices.server.ts";
import { priceSheetJob } from "#app/domain/pricing/price-sheet-words.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { answerPaper, plainAnswer, priceSheetResponse } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/price-sheet.ts";

/**
 * `GET /dashboard/prices.pdf`: the client's prices today. A middleware, as loader data is encoded.
 */
const answerSheet: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const client = context.get(clientContext);
  const answer = await answerPaper(
    { request, context, admitted: client, what: "The price list" },
    async (print, { db, shop }) => {
      const sheet = await getPriceSheet(db, client, pacificDay(new Date()), shop);
      return priceSheetResponse(await print(priceSheetJob(sheet)), sheet);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerSheet];

export const loader = () => plainAnswer("Price lists are read by GET.", 405);
