import { data, Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { listInbox } from "#app/features/inquiries/inbox/inbox.server.ts";
import {
  type InboxBox,
  type InboxEntry,
  type InboxShow,
  inboxAddress,
  spamDays,
} from "#app/features/inquiries/inbox/inbox.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/inbox.ts";

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
  const { db, log, staff } = staffRequest(context, "inbox");
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
      <PageHeader title="Inbox" />
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

interface InboxListProps {
  box: InboxBox;
  show: InboxShow;
  entries: InboxEntry[];
}

const none = {
  messages: {
    open: "No messages are waiting",
    handled: "No messages have been handled yet",
    robots: "No suspected spam",
  },
  inquiries: {
    open: "No inquiries are waiting",
    handled: "No inquiries have been handled yet",
    robots: "No suspected spam",
  },
};

const origin = {
  messages: "Messages sent from the contact page arrive here.",
  inquiries: "Inquiries sent from the wholesale page arrive here.",
};

const held = `Anything sent faster than a person could type, or with a hidden field filled in, is held here for ${spamDays} days. Nobody is notified of it.`;

/** Sender, date and excerpt of each entry; each line links to the entry. */
function InboxList({ box, show, entries }: InboxListProps) {
  if (entries.length === 0) {
    return (
      <div className="pt-6">
        <EmptyState title={none[box][show]} titleAs="h2" underHead>
          <p>{show === "robots" ? held : origin[box]}</p>
        </EmptyState>
      </div>
    );
  }
  const list = (
    <ul className="border-t border-ink">
      {entries.map((entry) => (
        <li key={entry.id} className="relative border-b border-rule py-4 hover:bg-paper-deep/60">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
              <Link
                to={`/admin/inbox/${box}/${entry.id}`}
                prefetch="intent"
                className="after:absolute after:inset-0 hover:text-oxblood"
              >
                {entry.from}
              </Link>
            </h2>
            <p className="text-sm text-ink-soft tabular-nums">
              <Moment at={entry.createdAt} time />
            </p>
          </div>
          <p className="text-sm wrap-anywhere text-ink-soft">{entry.email}</p>
          <p className="mt-1.5 line-clamp-2 max-w-prose text-[0.9375rem] wrap-anywhere">
            {entry.excerpt}
          </p>
        </li>
      ))}
    </ul>
  );
  if (show !== "robots") return list;
  return (
    <>
      <p className="mb-4 max-w-prose text-[0.9375rem] text-ink-soft">{held}</p>
      {list}
    </>
  );
}
