import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { getPaymentEvidence } from "#app/domain/payments/payments-admin.server.ts";
import { evidenceJob } from "#app/features/evidence/evidence.ts";
import { reportsOfOrder } from "#app/features/runs/reports/reports-of-order.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { answerPaper, pdfResponse, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/evidence.ts";

/**
 * `GET /admin/payments/{id}/evidence.pdf`: the evidence for a bank when its customer disputes a
 * charge. A middleware, as the router encodes what loaders return.
 */
const answerEvidence: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "money", "orders");
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The evidence" },
    async (print, { db, shop: { company } }) => {
      const payment = await getPaymentEvidence(db, staff, params.id);
      const order = payment?.orderId && (await getOrderForAdmin(db, staff, payment.orderId));
      if (!payment || !order) return null;
      const reports = await reportsOfOrder(db, staff, order.id);
      const evidence = { payment, order, reports, company, printedAt: new Date() };
      return pdfResponse(await print(evidenceJob(evidence)), `payment-${payment.id}.pdf`);
    },
  );
  return answer ?? next();
};

export const middleware: Route.MiddlewareFunction[] = [answerEvidence];

export const loader = () => plainAnswer("There is no order behind this payment.", 404);
