import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { rangeInWords, type SkippedNumbers } from "./skipped-numbers.ts";

/** Lists the numbers that a restore skipped, to explain gaps; renders nothing if there are none. */
export function SkippedNotice({ ranges }: { ranges: readonly SkippedNumbers[] | null }) {
  if (!ranges || ranges.length === 0) return null;
  return (
    <Notice title="Some numbers are not in these books" className="mt-6 max-w-3xl">
      <ul>
        {ranges.map(({ backupOf, ...range }) => (
          <li key={rangeInWords(range)}>
            <span className="tabular-nums">{rangeInWords(range)}</span>: issued after the backup of{" "}
            <Moment at={backupOf} time />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
