import { clsx } from "clsx/lite";
import { useEffect, useRef } from "react";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { hundredthsLeft, piecesLeft, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { type ShownLine, titleOf } from "../station/station-view.ts";

interface CutLinesProps {
  lines: readonly ShownLine[];
  current: ShownLine | undefined;
  /** Shows only lines whose client or order number contains it. */
  filter: string;
  onChoose: (id: string) => void;
}

/** Shows a product's lines across all orders, in the order of runs and stops; a tap selects one. */
export function CutLines({ lines, current, filter, onChoose }: CutLinesProps) {
  const shown = linesFound(lines, filter);
  const done = lines.filter((line) => !wantsMore(line)).length;
  const list = useRef<HTMLUListElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    // scrollIntoView would also scroll the page on a phone, away from the pad.
    const item = currentId && list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!item || !list.current) return;
    const { clientHeight, clientWidth } = list.current;
    list.current.scrollTo({
      top: item.offsetTop - (clientHeight - item.offsetHeight) / 2,
      left: item.offsetLeft - (clientWidth - item.offsetWidth) / 2,
    });
  }, [currentId]);
  return (
    <nav aria-label="Orders of this product" className="station-rail">
      <p className="px-3 py-1.5 text-sm text-ink-soft tabular-nums">
        {done} of {lines.length} have what they get
      </p>
      <ul ref={list} className="border-t border-rule-strong">
        {shown.map((line) => (
          <li key={line.id} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onChoose(line.id)}
              aria-current={line.id === current?.id ? "step" : undefined}
              className={clsx(
                "flex h-full min-h-16 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-paper-deep",
                line.id === current?.id &&
                  "bg-paper-deep shadow-[inset_4px_0_0_var(--color-oxblood)]",
              )}
            >
              <span className="min-w-0">
                <span className="block truncate font-semibold">{titleOf(line)}</span>
                <span className="line-clamp-2 text-sm text-ink-soft tabular-nums lg:line-clamp-none">
                  {line.owner && `${orderName(line.owner.orderNumber)}, `}
                  {line.owner?.stop && `stop ${line.owner.stop}, `}
                  {wantsMore(line)
                    ? `${leftInWords(line)} left`
                    : `${formatLb(Number(line.packedLb))}`}
                </span>
              </span>
              <StateBadge line={line} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
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

/** Formats what is left to pack of a line: "2 pieces, about 2.50 lb". */
export function leftInWords(line: ShownLine): string {
  const pounds = formatLb(hundredthsLeft(line) / 100);
  const pieces = piecesLeft(line);
  if (pieces === null) return pounds;
  return `${pieces === 1 ? "1 piece" : `${pieces} pieces`}, about ${pounds}`;
}

const states: Record<string, [text: string, tone: BadgeTone]> = {
  packed: ["Done", "delivered"],
  short: ["Short", "pending"],
  dropped: ["Not available", "cancelled"],
};

function StateBadge({ line }: { line: ShownLine }) {
  const [text, tone] = states[line.packState] ?? openState(line);
  return text ? <Badge tone={tone}>{text}</Badge> : null;
}

function openState(line: ShownLine): [text: string, tone: BadgeTone] {
  const verdict = judgeLine(line);
  if (verdict === "over") return ["Over", "cancelled"];
  if (verdict === "ok") return ["As ordered", "plain"];
  if (!wantsMore(line)) return ["Its share", "plain"];
  return [line.packages.length > 0 ? "Begun" : "", "plain"];
}
