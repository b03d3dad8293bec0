import { requestContext } from "#app/context.server.ts";
import { cashUpOf } from "#app/domain/door/cash-up.server.ts";
import { runSheetJob } from "#app/features/runs/papers/run-sheet-words.ts";
import { stopsCsv } from "#app/features/runs/papers/stops-csv.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import {
  answerPaper,
  paperNotPrinted,
  pdfResponse,
  plainAnswer,
} from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/paper.ts";

/**
 * `GET /admin/runs/{run}/papers/run-sheet.pdf` and `stops.csv`. A middleware, as the router encodes
 * what loaders return.
 */
const answerRunPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { paper, id } = params;
  const staff = staffWith(context, "deliver");
  if (paper === "run-sheet.pdf") {
    const sheet = await answerPaper(
      { request, context, admitted: staff, what: "The paper" },
      async (print, { db }) => {
        const [run, cashUp] = await Promise.all([getRun(db, staff, id), cashUpOf(db, staff, id)]);
        if (!run) return null;
        const pdf = await print(runSheetJob(run, new Date(), cashUp));
        return pdfResponse(pdf, `run-sheet-${run.date}.pdf`);
      },
    );
    return sheet ?? next();
  }
  return (paper === "stops.csv" && (await answerStops(context, id))) || next();
};

/** Returns the stops as a file; null if there is no such run. */
async function answerStops(
  context: Route.LoaderArgs["context"],
  id: string,
): Promise<Response | null> {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "deliver");
  try {
    const run = await getRun(db, staff, id);
    if (!run) return null;
    log.info({ list: "stops", byId: staff.userId }, "exporting a list");
    return new Response(await stopsCsv(run), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="stops-${run.date}.csv"`,
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    return paperNotPrinted({ log }, error, "The paper");
  }
}

export const middleware: Route.MiddlewareFunction[] = [answerRunPaper];

export function loader() {
  return plainAnswer("There is no such paper.", 404);
}
