import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { cutLabelsJob } from "#app/features/receiving/lot-labels.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { answerPaper, pdfResponse, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/labels.ts";

/** `GET /admin/cutting/{id}/labels.pdf`: a label for each output lot. */
const answerLabels: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "pack");
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The labels" },
    async (print, { db, shop }) => {
      const cutting = await getCutting(db, staff, params.id);
      if (!cutting || cutting.takenBackAt || cutting.outputs.length === 0) return null;
      const pdf = await print(cutLabelsJob({ ...cutting, ownName: shop.company.name }));
      return pdfResponse(pdf, `cutting-${cutting.number}.pdf`);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerLabels];

export const loader = () => plainAnswer("There is nothing to label.", 404);
