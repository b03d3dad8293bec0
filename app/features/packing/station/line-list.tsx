import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { type BadgeWords, LineRail, stateBadges } from "./line-rail.tsx";
import type { ShownLine } from "./station-view.ts";

interface LineListProps {
  lines: readonly ShownLine[];
  current: ShownLine | undefined;
  /** Shows only lines whose product contains it. */
  filter: string;
  onChoose: (id: string) => void;
}

/** The order's lines: done, open and current. */
export function LineList({ lines, current, filter, onChoose }: LineListProps) {
  const wanted = filter.trim().toLowerCase();
  const shown = lines.filter(({ productName }) => productName.toLowerCase().includes(wanted));
  const done = lines.filter(({ packState }) => packState !== "open").length;
  return (
    <LineRail
      label="Lines of the order"
      done={`${done} of ${lines.length} done`}
      lines={shown.map((line) => ({
        id: line.id,
        title: line.productName,
        said: withWish(amountsInWords(line), line.wish),
        badge: badgeOf(line),
      }))}
      currentId={current?.id}
      onChoose={onChoose}
    />
  );
}

/** "10 lb, packed 4 lb" */
function amountsInWords(line: ShownLine): string {
  if (line.packages.length === 0) return orderedInWords(line);
  const { orderedPieces: pieces } = line;
  const ordered = pieces === null ? orderedInWords(line) : piecesInWords(pieces);
  return `${ordered}, packed ${formatLb(Number(line.packedLb))}`;
}

const openWords: Record<ReturnType<typeof judgeLine>, BadgeWords> = {
  ok: ["As ordered", "plain"],
  under: ["Begun", "plain"],
  over: ["Over", "cancelled"],
};

function badgeOf(line: ShownLine): BadgeWords | null {
  const badge = stateBadges[line.packState];
  if (badge) return badge;
  return line.packages.length === 0 ? null : openWords[judgeLine(line)];
}
