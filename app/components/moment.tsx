import { formatDate, formatDateTime } from "#app/lib/dates.ts";

interface MomentProps {
  at: Date;
  /** With the time of day. */
  time?: boolean;
  className?: string;
}

/** A date in Pacific time, for people and machines. */
export function Moment({ at, time = false, className }: MomentProps) {
  return (
    // The browser may write a month or an hour in another way: what the server wrote then stays.
    <time dateTime={at.toISOString()} suppressHydrationWarning className={className}>
      {time ? formatDateTime(at) : formatDate(at)}
    </time>
  );
}
