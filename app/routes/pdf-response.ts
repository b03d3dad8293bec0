import type { PriceSheet } from "#app/features/pricing/price-sheet.ts";
import { type Statement, statementFileName } from "#app/features/receivables/statement.ts";

/** The answer with a statement's PDF. */
export function statementResponse(
  pdf: Uint8Array<ArrayBuffer>,
  { days }: Pick<Statement, "days">,
): Response {
  return pdfResponse(pdf, statementFileName(days));
}

/** The answer with a client's price list. */
export function priceSheetResponse(pdf: Uint8Array<ArrayBuffer>, { day }: PriceSheet): Response {
  return pdfResponse(pdf, `prices-${day}.pdf`);
}

/** A client's own PDF, which no cache may keep. */
function pdfResponse(pdf: Uint8Array<ArrayBuffer>, fileName: string): Response {
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${fileName}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/** An answer in words, for an address that is opened in a tab of its own. */
export function plainAnswer(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
