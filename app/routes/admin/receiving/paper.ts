import { requestContext } from "#app/context.server.ts";
import { tooLargeMessage } from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { getPaper, storePaper } from "#app/domain/receiving/papers.server.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerUpload } from "#app/routes/answer-upload.server.ts";
import { photoAnswer } from "#app/routes/photo-requests.server.ts";
import type { Route } from "./+types/paper.ts";
import { receiverWith } from "./receiver.server.ts";

/** More than anybody files in an hour; stops a runaway browser. */
const paperUploads = { name: "paper of a receipt", times: 60, seconds: 3600 };

/**
 * `GET /admin/receiving/{id}/papers/{paper}`: a paper of the receipt, PDFs as a download. A
 * middleware, as loaders encode responses.
 */
const answerPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db } = context.get(requestContext);
  const of = { receiptId: params.id, id: params.paper };
  const paper = await getPaper(db, receiverWith(context), of);
  if (!paper) return next();
  const isPdf = paper.contentType === "application/pdf";
  return new Response(new Uint8Array(paper.content), {
    headers: {
      "Content-Type": paper.contentType,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      // A PDF may contain scripts, so it is never opened on our origin.
      ...(isPdf && { "Content-Disposition": 'attachment; filename="supplier-paper.pdf"' }),
    },
  });
};

export const middleware: Route.MiddlewareFunction[] = [answerPaper];

/** `POST` to the same path with a picture or a PDF, whose id the page makes. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const staff = receiverWith(context);
  if (request.method !== "POST") return photoAnswer(405, "Papers are sent by POST.");
  if (!(await getReceipt(services.db, staff, params.id))) {
    return photoAnswer(404, "There is no such receipt.");
  }
  if (!isUuid(params.paper)) return photoAnswer(400, "Please choose the file again.");
  if ((await services.limits.take(paperUploads, staff.userId)) !== null) {
    return photoAnswer(429, "Too many files. Please try again in an hour.");
  }
  // The upload may take minutes.
  services.leaveLine(staff);
  return answerUpload(services, request, {
    account: staff.userId,
    most: { bytes: maxUploadBytes, message: tooLargeMessage },
    kind: "pictures",
    async store(file) {
      const of = { receiptId: params.id, id: params.paper };
      await storePaper(services.db, services.images, staff, of, file);
      return { message: "Stored." };
    },
    failed: "The file could not be stored. Please try again.",
    log: "a paper was not stored",
  });
}

export const loader = () => photoAnswer(404, "There is no such paper.");
