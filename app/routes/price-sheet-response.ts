import type { PriceSheet } from "#app/features/pricing/price-sheet.ts";

/** The answer with a client's price list, which no cache may keep. */
export function priceSheetResponse(pdf: Uint8Array<ArrayBuffer>, { day }: PriceSheet): Response {
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="prices-${day}.pdf"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
