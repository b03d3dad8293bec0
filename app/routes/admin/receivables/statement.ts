import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { getStatement } from "#app/features/receivables/statement.server.ts";
import { statementDays } from "#app/features/receivables/statement.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { plainAnswer, statementResponse } from "#app/routes/pdf-response.ts";
import type { Route } from "./+types/statement.ts";

/**
 * `GET /admin/receivables/{customer}/statement.pdf`, by default of the last months. A middleware,
 * because the router would buffer a loader's response to encode it as `.data`.
 */
const answerStatement: Route.MiddlewareFunction = async (
  { request, params, url, context },
  next,
) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, log, statementPdfs, shop } = context.get(requestContext);
  const days = statementDays(url.searchParams, pacificDay(new Date()));
  try {
    const staff = staffWith(context, "money");
    const statement = await getStatement(db, staff, params.customer, days, shop);
    return statement ? statementResponse(await statementPdfs.of(statement), statement) : next();
  } catch (error) {
    log.error({ err: error }, "a statement was not printed");
    return plainAnswer("The statement could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerStatement];

export function loader() {
  return plainAnswer("There is no such client.", 404);
}
