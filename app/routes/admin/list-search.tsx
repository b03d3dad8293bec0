import { clsx } from "clsx/lite";
import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import type { DayRange } from "#app/lib/day-range.ts";
import type { Page } from "#app/lib/page.ts";
import { maxSearchLength } from "#app/lib/search-text.ts";

/** Debounce delay, as in the shop's search (specification, section 9). */
const pauseMs = 300;

interface ListSearchProps {
  /** The field's label, e.g. "Search by company". */
  label: string;
  /** The current query. */
  query: string;
  /** The current date filter; without it there are no date fields. */
  days?: DayRange;
  /** Announced after a search, from `foundInWords`. */
  found: string | undefined;
  /** Further fields to keep in the URL, such as a filter. */
  children?: ReactNode;
}

/**
 * Searches the page's list: `?q=…`, starting at the first page, and by days if it has them:
 * `?from=…&to=…`. Debounced while typing, without losing focus; without JavaScript by its button.
 */
export function ListSearch({ label, query, days, found, children }: ListSearchProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = { q: query.trim(), from: days?.from ?? "", to: days?.to ?? "" };
  const { q, from, to } = shown;
  const asked = useRef(shown);

  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (isSame(asked.current, { q, from, to })) return;
    // The URL was changed elsewhere, e.g. by Back.
    asked.current = { q, from, to };
    for (const [name, value] of Object.entries(asked.current)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  }, [q, from, to]);

  function search() {
    clearTimeout(pause.current);
    if (!form.current) return;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === "string" && value.trim()) wanted.append(name, value.trim());
    }
    const typed = {
      q: wanted.get("q") ?? "",
      from: wanted.get("from") ?? "",
      to: wanted.get("to") ?? "",
    };
    if (isSame(typed, asked.current)) return;
    // Replace while typing, so that Back leaves the search in one step.
    const replace = asked.current.q !== "" && typed.q !== asked.current.q;
    asked.current = typed;
    void navigate({ search: wanted.toString() }, { replace, preventScrollReset: true });
  }

  function searchSoon() {
    clearTimeout(pause.current);
    pause.current = setTimeout(search, pauseMs);
  }

  function searchNow(event: SubmitEvent) {
    event.preventDefault();
    search();
  }

  return (
    <search className="mt-8 mb-6 block print:hidden">
      <form
        ref={form}
        onSubmit={searchNow}
        onChange={searchSoon}
        className={clsx("flex flex-wrap items-end gap-3", days ? "max-w-4xl" : "max-w-xl")}
      >
        <TextField
          label={label}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxSearchLength}
          autoComplete="off"
          // Also spans above the button, so that it stays on one line.
          className={clsx("min-w-0 grow [&>label]:whitespace-nowrap", days && "max-lg:basis-full")}
        />
        {days && (
          <>
            <TextField label="From" type="date" name="from" defaultValue={from} className={day} />
            <TextField label="To" type="date" name="to" defaultValue={to} className={day} />
          </>
        )}
        {children}
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <p role="status" className="sr-only">
        {found}
      </p>
    </search>
  );
}

const day = "min-w-0 max-md:grow";

interface Asked {
  q: string;
  from: string;
  to: string;
}

function isSame(one: Asked, other: Asked): boolean {
  return one.q === other.q && one.from === other.from && one.to === other.to;
}

/** The number of results, e.g. "3 clients". */
export function foundInWords({ rows, hasMore }: Page<unknown>, one: string): string {
  if (rows.length === 0) return `No ${one}s found`;
  const count = rows.length === 1 ? `1 ${one}` : `${rows.length} ${one}s`;
  return hasMore ? `${count}, and more on further pages` : count;
}
