import { Badge } from "#app/components/badge.tsx";
import { shownInWords } from "#app/domain/stock/stock.ts";
import type { StockRow } from "#app/domain/stock/stock-lists.server.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

/** What is to be done about a product's stock, and what the shop says of it. */
export function StockState({ row: { shown, needsCount, onHand } }: { row: StockRow }) {
  if (!shown && !needsCount) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-2">
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
