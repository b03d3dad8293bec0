import { formatDate, formatDateTime } from "#app/lib/dates.ts";

interface MomentProps {
  at: Date;
  time?: boolean;
  className?: string;
}

/** A date in Pacific time, also machine-readable. */
export function Moment({ at, time = false, className }: MomentProps) {
  return (
    // The browser may format it differently; keep the server's text.
    <time dateTime={at.toISOString()} suppressHydrationWarning className={className}>
      {time ? formatDateTime(at) : formatDate(at)}
    </time>
  );
}
