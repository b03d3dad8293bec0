import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Pagination } from "#app/components/page/pagination.tsx";
import { type Cursor, readCursor, writeCursor } from "#app/lib/cursor.ts";

/** The page of a list that an address asks for: `?before=…` or `?after=…`. */
export function pageWanted({ searchParams }: URL) {
  return {
    before: readCursor(searchParams.get("before")),
    after: readCursor(searchParams.get("after")),
  };
}

interface ListPagesProps {
  /** For instance `Pages of orders`. */
  label: string;
  /** Whether there is more at either end, and the rows at the ends. */
  hasNewer: boolean;
  hasOlder: boolean;
  first: Cursor | undefined;
  last: Cursor | undefined;
}

/**
 * The ways to the newer and the older rows of a list; what else the address asks for (a filter, a
 * search) stays. Draws nothing for a list of one page.
 */
export function ListPages({ label, hasNewer, hasOlder, first, last }: ListPagesProps) {
  const { search } = useLocation();
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // Another page of the list begins at its top, for the keyboard too, unless one is searching or
    // choosing a filter.
    if (document.activeElement?.closest("form, [role=tablist]")) return;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [search]);
  return (
    <Pagination
      label={label}
      prevLabel="Newer"
      nextLabel="Older"
      prevHref={hasNewer && first ? pageAddress(search, "after", first) : null}
      nextHref={hasOlder && last ? pageAddress(search, "before", last) : null}
    />
  );
}

function pageAddress(search: string, side: "before" | "after", place: Cursor): string {
  const query = new URLSearchParams(search);
  query.delete(side === "before" ? "after" : "before");
  query.set(side, writeCursor(place));
  return `?${query}`;
}
