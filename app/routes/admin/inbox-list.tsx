import { Link } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Moment } from "#app/components/moment.tsx";
import type { InboxBox, InboxEntry } from "#app/features/inquiries/inbox.ts";

interface InboxListProps {
  box: InboxBox;
  handled: boolean;
  entries: InboxEntry[];
}

const none = {
  messages: { open: "No messages are waiting", handled: "No messages have been handled yet" },
  inquiries: { open: "No inquiries are waiting", handled: "No inquiries have been handled yet" },
};

const origin = {
  messages: "What people send with the form on the contact page arrives here.",
  inquiries: "What businesses send with the form on the wholesale page arrives here.",
};

/** Who wrote, when, and how it begins; each line leads to the whole. */
export function InboxList({ box, handled, entries }: InboxListProps) {
  if (entries.length === 0) {
    return (
      <div className="pt-6">
        <EmptyState title={none[box][handled ? "handled" : "open"]} titleAs="h2" underHead>
          <p>{origin[box]}</p>
        </EmptyState>
      </div>
    );
  }
  return (
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
}
