import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Pagination } from "#app/components/page/pagination.tsx";
import type { ClientPlace, ClientSummary } from "#app/domain/customers/profile.ts";
import type { TwoWayPage } from "#app/lib/page-of-rows.ts";

/** Parses the requested page: `?before=…` or `?after=…`. */
export function clientPageWanted({ searchParams }: URL) {
  return {
    before: readPlace(searchParams.get("before")),
    after: readPlace(searchParams.get("after")),
  };
}

/** Links to the previous and next clients by name. Renders nothing if there are none. */
export function ClientPages({ clients }: { clients: TwoWayPage<ClientSummary> }) {
  const { search } = useLocation();
  useFocusOnNewPage(search);
  const first = clients.rows[0];
  const last = clients.rows.at(-1);
  return (
    <Pagination
      label="Pages of clients"
      prevHref={clients.hasNewer && first ? pageAddress(search, "before", first) : null}
      nextHref={clients.hasMore && last ? pageAddress(search, "after", last) : null}
    />
  );
}

function useFocusOnNewPage(search: string) {
  const query = new URLSearchParams(search);
  const place = `${query.get("before")} ${query.get("after")}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // A search also shows the first page, but the user is still typing.
    if (document.activeElement instanceof HTMLInputElement) return;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [place]);
}

function pageAddress(search: string, side: "before" | "after", { id, companyName }: ClientPlace) {
  const query = new URLSearchParams(search);
  query.delete(side === "before" ? "after" : "before");
  query.delete("client");
  query.set(side, `${id}_${companyName}`);
  return `?${query}`;
}

/** Parses a cursor written by `pageAddress`; the query ignores malformed ones. */
function readPlace(text: string | null): ClientPlace | undefined {
  const [, id, companyName] = /^([^_]+)_(.*)$/su.exec(text ?? "") ?? [];
  return id && companyName !== undefined ? { id, companyName } : undefined;
}
