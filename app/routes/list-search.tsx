import { clsx } from "clsx/lite";
import { SlidersHorizontal } from "lucide";
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import type { DayRange } from "#app/lib/day-range.ts";
import type { Page } from "#app/lib/page-of-rows.ts";
import { maxSearchLength } from "#app/lib/search-text.ts";

/** As in the shop's search. */
const pauseMs = 300;

interface ListSearchProps {
  label: string;
  query: string;
  /** The current date filter; without it there are no date fields. */
  days?: DayRange;
  /** Announced after a search, from `foundInWords`. */
  found: string | undefined;
  /** Filters to choose or to keep, named as in the URL. */
  children?: ReactNode;
  /**
   * On phones, everything except the search folds behind "Filters", unless one is set; for lists
   * with more than date filters. Null for others.
   */
  folded?: { isSet: boolean } | null;
}

/**
 * Searches the page's list: `?q=…`, starting at the first page, and by days if it has them:
 * `?from=…&to=…`. Debounced while typing, without losing focus; without JavaScript by its button.
 */
export function ListSearch({
  label,
  query,
  days,
  found,
  children,
  folded = null,
}: ListSearchProps) {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The query that the page shows or is about to; null before the first effect. */
  const asked = useRef<string>(null);

  useEffect(() => () => clearTimeout(pause.current), []);
  // In the same frame as the list, so that later input is not overwritten.
  useLayoutEffect(() => {
    if (!form.current) return;
    const shown = new URLSearchParams(address);
    const fields = fieldsOf(form.current);
    const wanted = queryOf(fields.map(({ name }) => [name, shown.get(name) ?? ""]));
    const isElsewhere = asked.current !== null && asked.current !== wanted;
    asked.current = wanted;
    if (!isElsewhere) return;
    // The URL was changed by a link or by Back.
    for (const field of fields) {
      if (field.type !== "hidden") field.value = shown.get(field.name) ?? "";
    }
  }, [address]);

  function search() {
    clearTimeout(pause.current);
    if (!form.current) return;
    const wanted = queryOf(fieldsOf(form.current).map(({ name, value }) => [name, value]));
    if (wanted === asked.current) return;
    const [before, typed] = [asked.current ?? "", wanted].map((query) =>
      new URLSearchParams(query).get("q"),
    );
    // Replace while typing, so that Back leaves the search in one step.
    const replace = before !== null && typed !== before;
    asked.current = wanted;
    void navigate({ search: wanted }, { replace, preventScrollReset: true });
  }

  function searchSoon() {
    clearTimeout(pause.current);
    pause.current = setTimeout(search, pauseMs);
  }

  const searchTyped = useEffectEvent(() => {
    if (form.current && fieldsOf(form.current).some(isTyped)) searchSoon();
  });
  useEffect(() => searchTyped(), []);

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
        className={clsx(
          "group/search flex flex-wrap items-end gap-3",
          !folded && (days ? "max-w-4xl" : "max-w-xl"),
        )}
      >
        <TextField
          label={label}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxSearchLength}
          autoComplete="off"
          // Also spans above the button, so that it stays on one line.
          className={clsx(
            "min-w-0 grow [&>label]:whitespace-nowrap",
            days && (folded ? "max-md:basis-full md:min-w-72" : "max-lg:basis-full"),
          )}
        />
        {folded && (
          // Unnamed, so that it isn't part of the search; works without JavaScript.
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-x-2 border border-rule-strong px-4 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 md:hidden">
            <input type="checkbox" defaultChecked={folded.isSet} className="sr-only" />
            <Icon of={SlidersHorizontal} className="size-4" />
            Filters
          </label>
        )}
        <div
          className={clsx(
            folded
              ? "flex w-full flex-wrap items-end gap-3 max-md:hidden max-md:group-has-[input:checked]/search:flex md:contents"
              : "contents",
          )}
        >
          {days && (
            <>
              <TextField
                label="From"
                type="date"
                name="from"
                defaultValue={days.from}
                className={day}
              />
              <TextField label="To" type="date" name="to" defaultValue={days.to} className={day} />
            </>
          )}
          {children}
        </div>
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

type NamedField = HTMLInputElement | HTMLSelectElement;

function fieldsOf(form: HTMLFormElement): NamedField[] {
  return [...form.elements].filter(
    (one): one is NamedField =>
      (one instanceof HTMLInputElement || one instanceof HTMLSelectElement) && one.name !== "",
  );
}

/** True if a field was changed before the page's scripts ran, which fires no event. */
function isTyped(field: NamedField): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, first);
}

function queryOf(fields: [name: string, value: string][]): string {
  const trimmed = fields.map(([name, value]) => [name, value.trim()]);
  return new URLSearchParams(trimmed.filter(([, value]) => value !== "")).toString();
}

/** Returns the number of results, e.g. "3 clients". */
export function foundInWords({ rows, hasMore }: Page<unknown>, one: string): string {
  if (rows.length === 0) return `No ${one}s found`;
  const count = rows.length === 1 ? `1 ${one}` : `${rows.length} ${one}s`;
  return hasMore ? `${count}, and more on further pages` : count;
}
