import { getPriceSheet } from "#app/domain/pricing/client-prices.server.ts";
import { priceSheetJob } from "#app/domain/pricing/price-sheet-words.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { viewAs } from "#app/guards/on-behalf.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { answerPaper, plainAnswer, priceSheetResponse } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/price-sheet.ts";

/**
 * `GET /admin/clients/{id}/prices.pdf?day=`, by default today. A middleware, as the router encodes
 * what loaders return.
 */
const answerSheet: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "prices");
  const day = dayIn(url.searchParams.get("day")) ?? pacificDay(new Date());
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The price list" },
    async (print, { db, shop }) => {
      const client = await viewAs(db, staff, params.id);
      if (!client) return null;
      const sheet = await getPriceSheet(db, client, day, shop);
      return priceSheetResponse(await print(priceSheetJob(sheet)), sheet);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerSheet];

export const loader = () => plainAnswer("There is no such client.", 404);
