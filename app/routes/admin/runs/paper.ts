import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { stopsCsv } from "#app/features/runs/papers/stops-csv.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import type { Route } from "./+types/paper.ts";

/**
 * `GET /admin/runs/{run}/papers/run-sheet.pdf` and `stops.csv`. A middleware, because the router
 * would buffer a loader's response to encode it as `.data`.
 */
const answerPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { paper, id } = params;
  if (paper !== "run-sheet.pdf" && paper !== "stops.csv") return next();
  const { db, log, runSheets } = context.get(requestContext);
  const staff = staffWith(context, "deliver");
  try {
    const run = await getRun(db, staff, id);
    if (!run) return next();
    if (paper === "run-sheet.pdf") {
      const pdf = await runSheets.printRunSheet(run, new Date());
      return file(pdf, "application/pdf", `inline; filename="run-sheet-${run.date}.pdf"`);
    }
    log.info({ list: "stops", byId: staff.userId }, "exporting a list");
    const csv = await stopsCsv(run);
    return file(csv, "text/csv; charset=utf-8", `attachment; filename="stops-${run.date}.csv"`);
  } catch (error) {
    log.error({ err: error, ...params }, "a paper was not printed");
    return plain("The paper could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerPaper];

export function loader() {
  return plain("There is no such paper.", 404);
}

function file(content: string | Uint8Array<ArrayBuffer>, type: string, disposition: string) {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": disposition,
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(content, { headers });
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
