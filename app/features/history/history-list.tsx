import { type ReactNode, useId } from "react";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  actionInWords,
  changesInWords,
  type FieldChange,
  type HistoryEntry,
  historyLimit,
} from "./history.ts";

interface HistoryListProps {
  /** Newest first; null if they couldn't be loaded. */
  entries: HistoryEntry[] | null;
  /** First entry for a thing that was created before the log or without it: "Order placed". */
  begin?: { at: Date; text: string };
  titleAs?: "h2" | "h3";
  className?: string;
}

/** Actions logged on creation; if one is listed, `begin` is redundant. */
const origins = new Set(["placed", "created", "received", "credit asked"]);

/** Lists who changed what and when, with old and new values. */
export function HistoryList({
  entries,
  begin,
  titleAs: Title = "h2",
  className,
}: HistoryListProps) {
  const title = useId();
  return (
    <section aria-labelledby={title} className={className}>
      <Title id={title} className="mb-4 text-title">
        History
      </Title>
      {!entries ? (
        <Notice tone="error" title="The history could not be loaded.">
          <p>Please reload the page to try again.</p>
        </Notice>
      ) : entries.length === 0 && !begin ? (
        <p className="border-t border-ink pt-3.5 text-ink-soft">Nothing has been changed yet.</p>
      ) : (
        <Entries entries={entries} begin={begin} />
      )}
    </section>
  );
}

function Entries({
  entries,
  begin,
}: {
  entries: HistoryEntry[];
  begin: HistoryListProps["begin"];
}) {
  const isCut = entries.length === historyLimit;
  const showsBegin = begin && !entries.some(({ action }) => origins.has(action));
  return (
    <ol className="border-t border-ink">
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          what={actionInWords(entry.action)}
          at={entry.at}
          by={entry.actorEmail}
        >
          <Changes changes={changesInWords(entry)} more={entry.more} />
        </Entry>
      ))}
      {isCut && (
        <li className="border-b border-rule py-3 text-sm text-ink-soft">
          Older changes are kept, but not shown here.
        </li>
      )}
      {showsBegin && <Entry what={begin.text} at={begin.at} />}
    </ol>
  );
}

interface EntryProps {
  what: string;
  at: Date;
  by?: string;
  children?: ReactNode;
}

function Entry({ what, at, by, children }: EntryProps) {
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="font-semibold">{what}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          <Moment at={at} time />
        </p>
      </div>
      {children}
      {by && <p className="mt-0.5 text-sm break-words text-ink-soft">by {by}</p>}
    </li>
  );
}

function Changes({ changes, more = 0 }: { changes: FieldChange[]; more?: number | undefined }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 text-sm">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="break-words whitespace-pre-line">
          <span className="text-ink-soft">{field}:</span> {from}
          {from !== undefined && (
            <>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> changed to </span>
            </>
          )}
          {to}
        </li>
      ))}
      {more > 0 && (
        <li className="text-ink-soft">
          And {more.toLocaleString("en-CA")} more, kept but not shown here.
        </li>
      )}
    </ul>
  );
}
