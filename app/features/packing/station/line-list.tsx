import { clsx } from "clsx/lite";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { ShownLine } from "./station-view.ts";

interface LineListProps {
  lines: readonly ShownLine[];
  current: ShownLine | undefined;
  /** Only lines whose product contains it. */
  filter: string;
  onChoose: (id: string) => void;
}

/** The order's lines: what is done, what is open, and which one is packed now. */
export function LineList({ lines, current, filter, onChoose }: LineListProps) {
  const wanted = filter.trim().toLowerCase();
  const shown = lines.filter(({ productName }) => productName.toLowerCase().includes(wanted));
  return (
    <nav aria-label="Lines of the order">
      <ul className="border-t border-ink">
        {shown.map((line) => (
          <li key={line.id} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onChoose(line.id)}
              aria-current={line.id === current?.id ? "step" : undefined}
              className={clsx(
                "flex min-h-14 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-paper-deep",
                line.id === current?.id &&
                  "bg-paper-deep shadow-[inset_4px_0_0_var(--color-oxblood)]",
              )}
            >
              <span className="min-w-0">
                <span className="block truncate font-semibold">{line.productName}</span>
                <span className="block text-sm text-ink-soft tabular-nums">
                  {orderedInWords(line)}
                  {line.packages.length > 0 && `, packed ${formatLb(Number(line.packedLb))}`}
                </span>
              </span>
              <LineBadge line={line} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const words: Record<string, [text: string, tone: BadgeTone]> = {
  packed: ["Done", "delivered"],
  short: ["Short", "pending"],
  dropped: ["Not available", "cancelled"],
  substituted: ["Replaced", "fulfilled"],
};

function LineBadge({ line }: { line: ShownLine }) {
  const word = words[line.packState];
  if (word) return <Badge tone={word[1]}>{word[0]}</Badge>;
  if (line.packages.length === 0) return null;
  const isOver = judgeLine(line) === "over";
  return <Badge tone={isOver ? "cancelled" : "plain"}>{isOver ? "Over" : "Begun"}</Badge>;
}
