import { Badge } from "#app/components/badge.tsx";
import { shownInWords, stockInWords } from "#app/domain/stock/stock.ts";
import type { StockRow } from "#app/domain/stock/stock-lists.server.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

/** Shows a product's stock warnings, and what the shop shows of it. */
export function StockState({ row }: { row: StockRow }) {
  const { shown, needsCount, onHand, held, unit } = row;
  if (!shown && !needsCount && held === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {held > 0 && <Badge tone="cancelled">{stockInWords(held, unit)} on hold</Badge>}
      {needsCount && (
        <Badge tone="pending">{onHand < 0 ? "Below zero: count it" : "Count it"}</Badge>
      )}
      {shown && (
        <Badge tone={shown.kind === "out" ? "cancelled" : "plain"}>
          {shownInWords(shown, shortDateInWords)}
        </Badge>
      )}
    </span>
  );
}
