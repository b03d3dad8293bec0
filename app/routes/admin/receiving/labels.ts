import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { lotLabelsJob } from "#app/features/receiving/lot-labels.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { answerPaper, pdfResponse, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/labels.ts";

/** `GET /admin/receiving/{id}/labels.pdf`: a label for each accepted box. */
const answerLabels: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "pack");
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The labels" },
    async (print, { db }) => {
      const receipt = await getReceipt(db, staff, params.id);
      const ids = [...new Set(receipt?.lines.flatMap(({ lotId }) => lotId ?? []))];
      if (!receipt || ids.length === 0) return null;
      const lots = await Promise.all(ids.map((id) => getLot(db, staff, id)));
      const expiries = new Map(
        lots.flatMap((lot) => (lot?.expiresOn ? [[lot.id, lot.expiresOn] as const] : [])),
      );
      const pdf = await print(lotLabelsJob(receipt, expiries));
      return pdfResponse(pdf, `lots-${receipt.number}.pdf`);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerLabels];

export function loader() {
  return plainAnswer("There is nothing to label.", 404);
}
