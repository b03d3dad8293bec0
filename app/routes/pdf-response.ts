import type { Statement } from "#app/features/receivables/statement.ts";
import { statementFileName } from "#app/features/receivables/statement.ts";

/** The answer with a statement's PDF. */
export function statementResponse(
  pdf: Uint8Array<ArrayBuffer>,
  { days }: Pick<Statement, "days">,
): Response {
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${statementFileName(days)}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/** An answer in words, for an address that is opened in a tab of its own. */
export function plainAnswer(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
