import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { getOwnStatement } from "#app/features/receivables/statement.server.ts";
import { statementDays } from "#app/features/receivables/statement.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { plainAnswer, statementResponse } from "#app/routes/pdf-response.ts";
import type { Route } from "./+types/statement.ts";

/**
 * `GET /dashboard/invoices/statement.pdf`: the statement of the client's own account, by default of
 * the last months. A middleware, because the router would buffer a loader's response.
 */
const answerStatement: Route.MiddlewareFunction = async ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, log, statementPdfs, shop } = context.get(requestContext);
  const days = statementDays(url.searchParams, pacificDay(new Date()));
  try {
    const statement = await getOwnStatement(db, context.get(clientContext), days, shop);
    return statement ? statementResponse(await statementPdfs.of(statement), statement) : next();
  } catch (error) {
    log.error({ err: error }, "a statement was not printed");
    return plainAnswer("The statement could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerStatement];

export function loader() {
  return plainAnswer("You have no access to this account's statement.", 404);
}
