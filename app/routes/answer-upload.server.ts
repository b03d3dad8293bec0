import type { RequestContext } from "#app/context.server.ts";
import type { Uploads } from "#app/domain/pictures/upload/receive-upload.server.ts";
import { QueueFullError } from "#app/domain/pictures/variants/work-queue.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";

type Receiving = Parameters<Uploads["receive"]>[1];

interface Answering extends Pick<Receiving, "most" | "kind"> {
  /** The uploader, for the limits. */
  account: string;
  /** Stores the file, and returns the answer. @throws Refusal */
  store: (file: Buffer) => Promise<object>;
  failed: string;
  log: string;
  answer?: (status: number, body: object) => Response;
}

/** Answers with a `message`, or with what was stored. */
export function answerJson(status: number, body: object): Response {
  return Response.json(body, { status });
}

/**
 * Answers an upload: 201, or a refusal's status and `message`. The caller has checked the sender.
 */
export async function answerUpload(
  { log, uploads, clientAddress }: RequestContext,
  request: Request,
  { account, most, kind, store, failed, log: what, answer = answerJson }: Answering,
): Promise<Response> {
  try {
    const from = { account, clientAddress };
    return answer(201, await uploads.receive(request, { from, most, kind, use: store }));
  } catch (error) {
    if (isRefusal(error)) return answer(error.status, { message: error.message });
    // Uploads that were aborted, or refused because too many waited, are no errors.
    if (!request.signal.aborted && !(error instanceof QueueFullError)) {
      log.error({ err: error }, what);
    }
    return answer(503, { message: failed });
  }
}
