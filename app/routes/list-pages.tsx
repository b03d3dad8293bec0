import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Pagination } from "#app/components/page/pagination.tsx";
import { type Cursor, readCursor, writeCursor } from "#app/lib/page-of-rows.ts";

/**
 * Parses the requested page: `?before=…` or `?after=…`. `of` distinguishes a page's second list,
 * "entries-" for `?entries-before=…`.
 */
export function pageWanted({ searchParams }: URL, of = "") {
  return {
    before: readCursor(searchParams.get(`${of}before`)),
    after: readCursor(searchParams.get(`${of}after`)),
  };
}

interface ListPagesProps {
  label: string;
  of?: string;
  /** True if there are more rows at either end; `first` and `last` are the cursors. */
  hasNewer: boolean;
  hasOlder: boolean;
  first: Cursor | undefined;
  last: Cursor | undefined;
}

/** Links to newer and older rows, with the URL's other parameters; nothing for a single page. */
export function ListPages({ label, of = "", hasNewer, hasOlder, first, last }: ListPagesProps) {
  const { search } = useLocation();
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // Focus the top of a new page, unless the user is searching or choosing a filter.
    if (document.activeElement?.closest("form, [role=tablist]")) return;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [search]);
  return (
    <Pagination
      label={label}
      prevLabel="Newer"
      nextLabel="Older"
      prevHref={hasNewer && first ? pageAddress(search, of, "after", first) : null}
      nextHref={hasOlder && last ? pageAddress(search, of, "before", last) : null}
    />
  );
}

function pageAddress(search: string, of: string, side: "before" | "after", place: Cursor): string {
  const query = new URLSearchParams(search);
  query.delete(`${of}${side === "before" ? "after" : "before"}`);
  query.set(`${of}${side}`, writeCursor(place));
  return `?${query}`;
}
