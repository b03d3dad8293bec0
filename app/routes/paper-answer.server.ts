import { type RouterContextProvider, redirect } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Client, Staff } from "#app/domain/access/capability.ts";
import {
  type StatementDays,
  type StatementPapers,
  statementFileName,
} from "#app/domain/documents/statements/statement-days.ts";
import { type Statement, statementJob } from "#app/domain/documents/statements/statement-words.ts";
import type { Asker, Print } from "#app/domain/papers/print-job.ts";
import { PrintAbandonedError, PrintRefusedError } from "#app/domain/papers/printing.ts";
import type { PriceSheet } from "#app/domain/pricing/price-sheet-words.ts";

interface PaperRequest {
  request: Request;
  context: Readonly<RouterContextProvider>;
  admitted: Client | Staff;
  what: string;
}

/**
 * Answers with a paper. `work` reads and prints it when the request's turn has come; until then it
 * holds no page's slot. Refusals and failures are answered in a sentence; `work` returns null if
 * there is no such paper.
 */
export async function answerPaper(
  { request, context, admitted, what }: PaperRequest,
  work: (print: Print, services: RequestContext) => Promise<Response | null>,
): Promise<Response | null> {
  const services = context.get(requestContext);
  const { printing, clientAddress, leaveLine, log } = services;
  leaveLine(admitted);
  const asker: Asker = { account: admitted.userId, clientAddress, signal: request.signal };
  try {
    return await printing.inLine(asker, (print) => {
      log.info({ what, byId: admitted.userId }, "a paper's turn has come");
      return work(print, services);
    });
  } catch (error) {
    return paperNotPrinted(services, error, what);
  }
}

/** Returns the answer for a paper that could not be printed; logs our own failures. */
export function paperNotPrinted(
  { log }: Pick<RequestContext, "log">,
  error: unknown,
  what: string,
): Response {
  if (error instanceof PrintRefusedError) {
    const { status, message, retryAfter } = error;
    return plainAnswer(message, status, retryAfter);
  }
  // The client has left.
  if (error instanceof PrintAbandonedError) return plainAnswer(error.message, 499);
  log.error({ err: error, what }, "a paper was not printed");
  return plainAnswer(`${what} could not be printed. Please go back and try again.`, 503);
}

/** Returns a statement's PDF; if it is too long, redirects to the sibling page with its parts. */
export async function statementResponse(
  print: Print,
  statement: Statement | StatementPapers,
): Promise<Response> {
  if ("parts" in statement) return toStatementPage(statement.days);
  return pdfResponse(await print(statementJob(statement)), statementFileName(statement.days));
}

/** Redirects to the page beside the PDF, which lists its parts or explains invalid days. */
export function toStatementPage({ from, to }: StatementDays): Response {
  return redirect(`./statement?${new URLSearchParams({ from, to })}`, 303);
}

/** Returns a client's price list. */
export function priceSheetResponse(pdf: Uint8Array<ArrayBuffer>, { day }: PriceSheet): Response {
  return pdfResponse(pdf, `prices-${day}.pdf`);
}

/** Returns a PDF of one account or of the shop, which must not be cached. */
export function pdfResponse(pdf: Uint8Array<ArrayBuffer>, fileName: string): Response {
  return new Response(inPieces(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(pdf.byteLength),
      "Content-Disposition": `inline; filename="${fileName}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/** In bytes, written to a connection at once. */
const pieceBytes = 65_536;

/**
 * Streams the bytes in pieces. As a whole they would be copied twice, and a long statement has
 * megabytes, whose garbage collection would block the thread.
 */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const piece = bytes.subarray(sent, sent + pieceBytes);
        sent += piece.byteLength;
        if (piece.byteLength > 0) controller.enqueue(piece);
        if (sent === bytes.byteLength) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Answers in plain text, for a URL opened in its own tab. */
export function plainAnswer(
  text: string,
  status: number,
  retryAfter: number | null = null,
): Response {
  const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
  if (retryAfter !== null) headers.set("Retry-After", String(retryAfter));
  return new Response(text, { status, headers });
}
