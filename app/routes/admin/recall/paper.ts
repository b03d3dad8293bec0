import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { fileOfRecall } from "#app/features/recall/close-recall.server.ts";
import { recallName } from "#app/features/recall/recall.ts";
import { recallCsv, recallJob } from "#app/features/recall/recall-papers.ts";
import {
  answerPaper,
  paperNotPrinted,
  pdfResponse,
  plainAnswer,
} from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/paper.ts";
import { tracerOf } from "./tracer.server.ts";

/**
 * `GET /admin/recall/{recall}/papers/recall.pdf` and `recall.csv`. A middleware, as the router
 * encodes what loaders return.
 */
const answerRecallPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { paper, id } = params;
  const staff = tracerOf(context);
  if (paper === "recall.pdf") {
    const answer = await answerPaper(
      { request, context, admitted: staff, what: "The recall" },
      async (print, { db, shop: { company } }) => {
        const file = await fileOfRecall(db, staff, id);
        if (!file) return null;
        const pdf = await print(recallJob(file, company, new Date()));
        return pdfResponse(pdf, fileName(file.recall, "pdf"));
      },
    );
    return answer ?? next();
  }
  return (paper === "recall.csv" && (await answerCsv(context, id))) || next();
};

async function answerCsv(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<Response | null> {
  const { db, log } = context.get(requestContext);
  const staff = tracerOf(context);
  try {
    const file = await fileOfRecall(db, staff, id);
    if (!file) return null;
    log.info({ list: "recall", byId: staff.userId }, "exporting a list");
    return new Response(await recallCsv(file), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName(file.recall, "csv")}"`,
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    return paperNotPrinted({ log }, error, "The recall");
  }
}

function fileName(recall: { number: number; isDrill: boolean }, ending: string): string {
  return `${recallName(recall).toLowerCase().replace(" ", "-")}.${ending}`;
}

export const middleware: Route.MiddlewareFunction[] = [answerRecallPaper];

export function loader() {
  return plainAnswer("There is no such recall.", 404);
}
