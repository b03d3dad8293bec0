import type { RequestContext } from "#app/context.server.ts";
import type { Uploads } from "#app/domain/pictures/uploads/receive-upload.server.ts";
import { QueueFullError } from "#app/domain/pictures/variants/work-queue.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";

type Receiving = Parameters<Uploads["receive"]>[1];

interface Answering extends Pick<Receiving, "most" | "kind"> {
  /** Whose upload it is, for the limits. */
  account: string;
  /** Stores the file, and returns what is said then. @throws Refusal */
  store: (file: Buffer) => Promise<object>;
  /** Said if it fails. */
  failed: string;
  /** What failed then, for the log. */
  log: string;
  answer?: (status: number, body: object) => Response;
}

/** Answers with a `message`, or with what is stored. */
export function answerJson(status: number, body: object): Response {
  return Response.json(body, { status });
}

/**
 * Answers a request with a file as its body: 201 when it is stored, or the refusal's status with its
 * `message`. The caller has checked who sends it.
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
    // Don't log aborted uploads, or ones that came while too many waited, as errors.
    if (!request.signal.aborted && !(error instanceof QueueFullError)) {
      log.error({ err: error }, what);
    }
    return answer(503, { message: failed });
  }
}
