import { clsx } from "clsx/lite";
import { Search } from "lucide";
import type { MouseEvent } from "react";
import { controlClass } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import type { OrderCategory } from "#app/domain/drafts/order-categories.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";

interface FilterBoxProps {
  value: string;
  isLive: boolean;
  onChange: (value: string) => void;
  /** Called on Enter or down, to move to the first product found. */
  onLeave: () => void;
}

/** Filters the pad while typing; Escape clears it. */
export function FilterBox({ value, isLive, onChange, onLeave }: FilterBoxProps) {
  return (
    <div className={clsx("relative md:w-64 md:shrink-0", !isLive && "invisible")}>
      <Icon
        of={Search}
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Filter products"
        aria-description="Enter leads to the first product found, Escape from its box back here."
        placeholder="Filter products"
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            onChange("");
          }
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          // The filter is inside the order form, which Enter would submit.
          event.preventDefault();
          onLeave();
        }}
        className={clsx(controlClass, "pl-10")}
      />
    </div>
  );
}

interface CategoryJumpProps {
  parts: readonly OrderCategory[];
  shown: readonly OrderCategory[];
  pageOf: ReadonlyMap<string, number>;
  isLive: boolean;
  onTurn: (page: number, id: string) => void;
}

/** Links to the categories, on this page or another. */
export function CategoryJump({ parts, shown, pageOf, isLive, onTurn }: CategoryJumpProps) {
  return (
    <nav
      aria-label="Categories on this page"
      className="scroll-fade relative flex min-h-11 gap-x-5 overflow-x-auto"
    >
      {parts.map(({ id, label }) => {
        const page = pageOf.get(id) ?? 1;
        // A category that continues from the page before starts there.
        const isHere = shown.some(
          (part) => part.id === id && part.products[0] === first(parts, id),
        );
        return isHere ? (
          <a key={id} href={`#${id}`} onClick={jump} className={jumpClass}>
            {label}
          </a>
        ) : (
          <button
            key={id}
            type="submit"
            name={orderField.page}
            value={page}
            onClick={(event) => {
              if (!isLive) return;
              event.preventDefault();
              onTurn(page, id);
            }}
            className={jumpClass}
          >
            {label}
          </button>
        );
      })}
    </nav>
  );
}

const first = (parts: readonly OrderCategory[], id: string) =>
  parts.find((part) => part.id === id)?.products[0];

const jumpClass =
  "inline-flex min-h-11 shrink-0 items-center text-sm font-semibold whitespace-nowrap hover:text-oxblood focus-visible:-outline-offset-2";

/** Scrolls to the heading like the link would, but without adding a history entry. */
function jump(event: MouseEvent<HTMLAnchorElement>) {
  if (goToHeading(event.currentTarget.hash.slice(1))) event.preventDefault();
}

/** Scrolls to a category's heading and focuses it; returns false if there is none. */
export function goToHeading(id: string): boolean {
  const heading = document.getElementById(id);
  if (!heading) return false;
  heading.scrollIntoView({ behavior: "smooth" });
  heading.focus({ preventScroll: true });
  return true;
}
