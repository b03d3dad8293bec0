import {
  mostEntries,
  type StatementPapers,
  type StatementPart,
} from "#app/domain/documents/statements/statement-days.ts";
import { formatFullDay } from "#app/lib/dates.ts";

const inWords = (number: number) => number.toLocaleString("en-CA");
const entriesInWords = (count: number) => `${inWords(count)} ${count === 1 ? "entry" : "entries"}`;

/**
 * Links to the papers of a statement.
 *
 * @param pdf their URL
 */
export function PaperLinks({
  papers: { days, entries, parts },
  pdf,
}: {
  papers: StatementPapers;
  pdf: string;
}) {
  return (
    <>
      <p className="max-w-prose">
        From {formatFullDay(days.from)} to {formatFullDay(days.to)} there are{" "}
        {entriesInWords(entries)}.{" "}
        {parts.length > 1 &&
          `One paper holds ${inWords(mostEntries)}, so the statement comes as ${inWords(parts.length)}. Each begins with the balance that the one before ends with.`}
      </p>
      <ol className="mt-4 list-decimal space-y-1 pl-6 tabular-nums">
        {parts.map((part) => (
          <li key={part.from}>
            <PaperLink part={part} pdf={pdf} />
          </li>
        ))}
      </ol>
    </>
  );
}

function PaperLink({ part: { from, to, entries }, pdf }: { part: StatementPart; pdf: string }) {
  const days = from === to ? formatFullDay(from) : `${formatFullDay(from)} to ${formatFullDay(to)}`;
  if (entries > mostEntries) {
    return (
      <span className="inline-block py-2.5">
        {days}: {entriesInWords(entries)} on one day, more than a paper holds
      </span>
    );
  }
  return (
    <>
      <a
        href={`${pdf}?${new URLSearchParams({ from, to })}`}
        target="_blank"
        rel="noopener noreferrer"
        className="link inline-block py-2.5"
      >
        {days}
        <span className="sr-only"> (PDF, in a new tab)</span>
      </a>{" "}
      <span className="text-ink-soft">{entriesInWords(entries)}</span>
    </>
  );
}
