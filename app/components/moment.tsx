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
    // The browser's tables may know another month name or an older time zone than the server's:
    // what the server wrote then stays.
    <time dateTime={at.toISOString()} suppressHydrationWarning className={className}>
      {time ? formatDateTime(at) : formatDate(at)}
    </time>
  );
}
