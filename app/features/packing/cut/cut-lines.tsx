import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { hundredthsLeft, piecesLeft, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { type BadgeWords, LineRail, stateBadges } from "../station/line-rail.tsx";
import { type ShownLine, titleOf } from "../station/station-view.ts";

interface CutLinesProps {
  lines: readonly ShownLine[];
  current: ShownLine | undefined;
  /** Shows only lines whose client or order number contains it. */
  filter: string;
  onChoose: (id: string) => void;
}

/** A product's lines across all orders, by run and stop; a tap selects one. */
export function CutLines({ lines, current, filter, onChoose }: CutLinesProps) {
  const shown = linesFound(lines, filter);
  const done = lines.filter((line) => !wantsMore(line)).length;
  return (
    <LineRail
      label="Orders of this product"
      done={`${done} of ${lines.length} have what they get`}
      lines={shown.map((line) => ({
        id: line.id,
        title: titleOf(line),
        said: ownerAndAmount(line),
        badge: stateBadges[line.packState] ?? openBadge(line),
      }))}
      currentId={current?.id}
      onChoose={onChoose}
    />
  );
}

/** "Order 1042, stop 3, 12.5 lb left", or what was packed. */
function ownerAndAmount(line: ShownLine): string {
  const { owner } = line;
  const amount = wantsMore(line) ? `${leftInWords(line)} left` : formatLb(Number(line.packedLb));
  if (!owner) return amount;
  const stop = owner.stop ? `stop ${owner.stop}, ` : "";
  return `${orderName(owner.orderNumber)}, ${stop}${amount}`;
}

/** Returns the lines whose client or order number contains `text`; all if it is empty. */
export function linesFound(lines: readonly ShownLine[], text: string): ShownLine[] {
  const wanted = text.trim().toLowerCase();
  return lines.filter(
    (line) =>
      titleOf(line).toLowerCase().includes(wanted) ||
      (line.owner && orderNumber(line.owner.orderNumber).includes(wanted)),
  );
}

/** "2 pieces, about 2.50 lb" */
export function leftInWords(line: ShownLine): string {
  const pounds = formatLb(hundredthsLeft(line) / 100);
  const pieces = piecesLeft(line);
  if (pieces === null) return pounds;
  return `${pieces === 1 ? "1 piece" : `${pieces} pieces`}, about ${pounds}`;
}

function openBadge(line: ShownLine): BadgeWords | null {
  const verdict = judgeLine(line);
  if (verdict === "over") return ["Over", "cancelled"];
  if (verdict === "ok") return ["As ordered", "plain"];
  if (!wantsMore(line)) return ["Its share", "plain"];
  return line.packages.length > 0 ? ["Begun", "plain"] : null;
}
