import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import type { InboxBox, InboxEntry, InboxShow } from "#app/features/inquiries/inbox/inbox.ts";
import { spamDays } from "#app/features/inquiries/inbox/inbox.ts";

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
export function InboxList({ box, show, entries }: InboxListProps) {
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
