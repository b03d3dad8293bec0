import { getStatement } from "#app/domain/documents/statements/statement.server.ts";
import { statementDays } from "#app/domain/documents/statements/statement-days.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import {
  answerPaper,
  plainAnswer,
  statementResponse,
  toStatementPage,
} from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/statement.ts";

/** `GET /admin/receivables/{customer}/statement.pdf`. A middleware, as loader data is encoded. */
const answerStatement: Route.MiddlewareFunction = async (
  { request, params, url, context },
  next,
) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "money");
  const { days, wrong } = statementDays(url.searchParams, pacificDay(new Date()));
  if (wrong) return toStatementPage(days);
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The statement" },
    async (print, { db, shop }) => {
      const statement = await getStatement(db, staff, params.customer, days, shop);
      return statement && statementResponse(print, statement);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerStatement];

export const loader = () => plainAnswer("There is no such client.", 404);
