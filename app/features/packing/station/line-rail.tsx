import { clsx } from "clsx/lite";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";

interface RailLine {
  id: string;
  title: string;
  said: ReactNode;
  badge: BadgeWords | null;
}

export type BadgeWords = [text: string, tone: BadgeTone];

interface LineRailProps {
  label: string;
  done: string;
  lines: readonly RailLine[];
  currentId: string | undefined;
  onChoose: (id: string) => void;
}

/** Lists lines beside the current one, or above it on a tablet in portrait; a tap selects one. */
export function LineRail({ label, done, lines, currentId, onChoose }: LineRailProps) {
  const list = useRef<HTMLUListElement>(null);
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
    <nav aria-label={label} className="station-rail">
      <p className="px-3 py-1.5 text-sm text-ink-soft tabular-nums">{done}</p>
      <ul ref={list} className="border-t border-rule-strong">
        {lines.map(({ id, title, said, badge }) => (
          <li key={id} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onChoose(id)}
              aria-current={id === currentId ? "step" : undefined}
              className={clsx(
                "flex h-full min-h-16 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-paper-deep",
                id === currentId && "bg-paper-deep shadow-[inset_4px_0_0_var(--color-oxblood)]",
              )}
            >
              <span className="min-w-0">
                <span className="block truncate font-semibold">{title}</span>
                <span className="line-clamp-2 text-sm text-ink-soft tabular-nums lg:line-clamp-none">
                  {said}
                </span>
              </span>
              {badge && <Badge tone={badge[1]}>{badge[0]}</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const stateBadges: Record<string, BadgeWords> = {
  packed: ["Done", "delivered"],
  short: ["Short", "pending"],
  dropped: ["Not available", "cancelled"],
  substituted: ["Replaced", "fulfilled"],
};
