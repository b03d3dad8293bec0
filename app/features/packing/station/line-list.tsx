import { clsx } from "clsx/lite";
import { useEffect, useRef } from "react";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { ShownLine } from "./station-view.ts";

interface LineListProps {
  lines: readonly ShownLine[];
  current: ShownLine | undefined;
  /** Shows only lines whose product contains it. */
  filter: string;
  onChoose: (id: string) => void;
}

/**
 * Lists the order's lines: done, open and current. It is a rail beside the current line, or above
 * it on a tablet in portrait, scrolled to the current line.
 */
export function LineList({ lines, current, filter, onChoose }: LineListProps) {
  const wanted = filter.trim().toLowerCase();
  const shown = lines.filter(({ productName }) => productName.toLowerCase().includes(wanted));
  const done = lines.filter(({ packState }) => packState !== "open").length;
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
    <nav aria-label="Lines of the order" className="station-rail">
      <p className="px-3 py-1.5 text-sm text-ink-soft tabular-nums">
        {done} of {lines.length} done
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
                <span className="block truncate font-semibold">{line.productName}</span>
                <span className="line-clamp-2 text-sm text-ink-soft tabular-nums lg:line-clamp-none">
                  {withWish(amountsInWords(line), line.wish)}
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

/** The ordered and the packed amount: "10 lb, packed 4 lb". */
function amountsInWords(line: ShownLine): string {
  if (line.packages.length === 0) return orderedInWords(line);
  const { orderedPieces: pieces } = line;
  const ordered = pieces === null ? orderedInWords(line) : piecesInWords(pieces);
  return `${ordered}, packed ${formatLb(Number(line.packedLb))}`;
}

const words: Record<string, [text: string, tone: BadgeTone]> = {
  packed: ["Done", "delivered"],
  short: ["Short", "pending"],
  dropped: ["Not available", "cancelled"],
  substituted: ["Replaced", "fulfilled"],
};

/** Badges of open lines, by how the packed weight compares with the order. */
const openWords: Record<ReturnType<typeof judgeLine>, [text: string, tone: BadgeTone]> = {
  ok: ["As ordered", "plain"],
  under: ["Begun", "plain"],
  over: ["Over", "cancelled"],
};

function LineBadge({ line }: { line: ShownLine }) {
  const word = words[line.packState];
  if (word) return <Badge tone={word[1]}>{word[0]}</Badge>;
  if (line.packages.length === 0) return null;
  const [text, tone] = openWords[judgeLine(line)];
  return <Badge tone={tone}>{text}</Badge>;
}
