import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/field.tsx";
import type { Page } from "#app/lib/page.ts";
import { maxSearchLength } from "#app/lib/search-text.ts";

/** The pause in typing after which is searched, as in the shop (specification, section 9). */
const pauseMs = 300;

interface ListSearchProps {
  /** What is searched, for instance "Search by company". */
  label: string;
  /** What the list was searched for. */
  query: string;
  /** Read out when the list has been searched, from `foundInWords`. */
  found: string | undefined;
  /** Further fields that stay in the address, such as a filter. */
  children?: ReactNode;
}

/**
 * Searches the list of its page: `?q=…`, from the first page on. While one types, after a pause and
 * without losing the field; by its button without JavaScript too.
 */
export function ListSearch({ label, query, found, children }: ListSearchProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(query);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (query === asked.current || !field.current) return;
    // The address was changed elsewhere: by the browser's Back, say.
    asked.current = query;
    field.current.value = query;
  }, [query]);

  function search() {
    clearTimeout(pause.current);
    if (!form.current || !field.current) return;
    const typed = field.current.value;
    if (typed.trim() === asked.current.trim()) return;
    asked.current = typed;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === "string" && value.trim()) wanted.append(name, value);
    }
    // One step back leads out of a search, not through every letter of it.
    const replace = query !== "";
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
    <search className="mt-8 mb-6 block">
      <form ref={form} onSubmit={searchNow} className="flex max-w-xl items-end gap-3">
        <TextField
          ref={field}
          label={label}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxSearchLength}
          autoComplete="off"
          onChange={searchSoon}
          // Above the button too, so that it stays on one line.
          className="min-w-0 grow [&>label]:whitespace-nowrap"
        />
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

/** How much a search found, for instance "3 clients". */
export function foundInWords({ rows, hasMore }: Page<unknown>, one: string): string {
  if (rows.length === 0) return `No ${one}s found`;
  const count = rows.length === 1 ? `1 ${one}` : `${rows.length} ${one}s`;
  return hasMore ? `${count}, and more on further pages` : count;
}
