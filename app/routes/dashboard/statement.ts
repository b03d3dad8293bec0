import { getOwnStatement } from "#app/domain/documents/statements/statement.server.ts";
import { statementDays } from "#app/domain/documents/statements/statement-days.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import {
  answerPaper,
  plainAnswer,
  statementResponse,
  toStatementPage,
} from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/statement.ts";

/**
 * `GET /dashboard/invoices/statement.pdf`: the client's own statement, by default for the last
 * months. A middleware, as the router encodes what loaders return.
 */
const answerStatement: Route.MiddlewareFunction = async ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const client = context.get(clientContext);
  const { days, wrong } = statementDays(url.searchParams, pacificDay(new Date()));
  if (wrong) return toStatementPage(days);
  const answer = await answerPaper(
    { request, context, admitted: client, what: "The statement" },
    async (print, { db, shop }) => {
      const statement = await getOwnStatement(db, client, days, shop);
      return statement && statementResponse(print, statement);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerStatement];

export const loader = () => plainAnswer("You have no access to this account's statement.", 404);
