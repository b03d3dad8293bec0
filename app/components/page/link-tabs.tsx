import { clsx } from "clsx/lite";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

interface LinkTabsProps {
  /** Accessible name of the row, e.g. `Parts of the animal`. */
  label: string;
  tabs: { id: string; label: ReactNode; to: string }[];
  value: string;
  /** Id of the tabs' panel; label it with `tabId(panelId, value)`. */
  panelId: string;
  className?: string;
}

/** The id of a tab, for the `aria-labelledby` of its panel. */
export function tabId(panelId: string, tab: string) {
  return `${panelId}-${tab}`;
}

const steps: Record<string, (from: number, count: number) => number> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys move between the tabs without loading them; Space follows one, like Enter. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll("a")];
  const from = event.target instanceof HTMLAnchorElement ? tabs.indexOf(event.target) : -1;
  if (from < 0) return;
  const step = steps[event.key];
  if (step) tabs[step(from, tabs.length)]?.focus();
  else if (event.key === " ") tabs[from]?.click();
  else return;
  event.preventDefault();
}

/**
 * Tabs as links, so that they work without JavaScript and can be shared. Looks like `Tabs` with a
 * tenth of its code, for public pages. Scrolls sideways if it doesn't fit, with the chosen tab
 * centred.
 */
export function LinkTabs({ label, tabs, value, panelId, className }: LinkTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = row.current;
    const chosen = document.getElementById(tabId(panelId, value));
    // scrollIntoView would also scroll the page.
    if (list && chosen) {
      list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [panelId, value]);
  return (
    <div className={clsx("border-b border-ink", className)}>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={moveByKey}
        className="scroll-fade relative flex gap-x-7 overflow-x-auto"
      >
        {tabs.map((tab) => {
          const chosen = tab.id === value;
          return (
            <Link
              key={tab.id}
              id={tabId(panelId, tab.id)}
              to={tab.to}
              role="tab"
              aria-selected={chosen}
              aria-controls={panelId}
              tabIndex={chosen ? 0 : -1}
              prefetch="intent"
              preventScrollReset
              className={clsx(
                "relative inline-flex min-h-12 shrink-0 items-center text-[0.9375rem] whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2",
                chosen
                  ? "font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-1 after:bg-oxblood"
                  : "text-ink-soft",
              )}
            >
              {tab.label}
            </Link>
          );
        })}
      </div>
    </div>
  );
}
