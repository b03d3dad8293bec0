import { data, Link } from "react-router";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { listInbox } from "#app/features/inquiries/inbox/inbox.server.ts";
import {
  type InboxBox,
  type InboxEntry,
  type InboxShow,
  inboxAddress,
} from "#app/features/inquiries/inbox/inbox.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/inbox.ts";
import { InboxList } from "./inbox-list.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Inbox");

const asPlace = (cursor: Cursor | undefined) => cursor && { createdAt: cursor.at, id: cursor.id };
const asCursor = (entry: InboxEntry | undefined) => entry && { at: entry.createdAt, id: entry.id };

/** `?box=inquiries&show=handled`; defaults to open messages. */
function readSearch({ searchParams }: URL): { box: InboxBox; show: InboxShow } {
  const show = searchParams.get("show");
  return {
    box: searchParams.get("box") === "inquiries" ? "inquiries" : "messages",
    show: show === "handled" || show === "robots" ? show : "open",
  };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "inbox");
  const wish = readSearch(url);
  const { before, after } = pageWanted(url);
  const page = { ...wish, before: asPlace(before), after: asPlace(after) };
  const entries = await orNull(listInbox(db, staff, page), log, "list the inbox");
  return data({ ...wish, entries }, statusOf(entries));
}

const filters: { id: InboxShow; label: string }[] = [
  { id: "open", label: "Open" },
  { id: "handled", label: "Handled" },
  { id: "robots", label: "Suspected spam" },
];

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { box, show, entries } = loaderData;
  const waiting = useFrameFacts()?.waiting;
  const tab = (id: InboxBox, label: string) => ({
    id,
    label: waiting?.[id] ? `${label} (${waiting[id]})` : label,
    to: inboxAddress(id, show),
  });
  const tabs = [tab("messages", "Messages"), tab("inquiries", "Inquiries")];
  return (
    <>
      <PageHeader size="compact" title="Inbox" />
      <LinkTabs label="Inbox" tabs={tabs} value={box} panelId="entries" className="mt-6" />
      <div id="entries" role="tabpanel" aria-labelledby={tabId("entries", box)}>
        <nav aria-label="Filter" className="flex flex-wrap gap-x-6 py-2">
          {filters.map(({ id, label }) => (
            <FilterLink key={id} to={inboxAddress(box, id)} isCurrent={show === id}>
              {label}
            </FilterLink>
          ))}
        </nav>
        {entries ? (
          <>
            <InboxList box={box} show={show} entries={entries.rows} />
            <ListPages
              label="Pages of the inbox"
              hasNewer={entries.hasNewer}
              hasOlder={entries.hasMore}
              first={asCursor(entries.rows[0])}
              last={asCursor(entries.rows.at(-1))}
            />
          </>
        ) : (
          <LoadFailure message="The inbox could not be loaded. Please try again." />
        )}
      </div>
    </>
  );
}

function FilterLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: string;
}) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "true" : undefined}
      className="inline-flex min-h-11 items-center text-[0.9375rem] text-ink-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {children}
    </Link>
  );
}
