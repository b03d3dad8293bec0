import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { cutOffInWords, weekdayName } from "#app/domain/delivery/days.ts";
import type { CalendarEntry } from "#app/domain/delivery/setup/calendar.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDay } from "#app/lib/dates.ts";
import { deliveryPage } from "../navigation.ts";
import type { DeliveryView } from "./delivery-view.server.ts";

const states: Record<CalendarEntry["state"], string> = {
  open: "",
  full: "Full",
  "cut off": "Past cut-off",
  closed: "Closed",
  out: "Out",
  done: "Done",
};

/** The next eight weeks: a grid on wide screens, and the days with something on them on others. */
export function Calendar({ view }: { view: DeliveryView }) {
  return (
    <section className="mt-12">
      <h2 className="text-title">The next eight weeks</h2>
      <p className="mt-1 text-ink-soft">Choose a day to close it, move it or add one.</p>
      <div aria-hidden="true" className="mt-4 hidden grid-cols-7 text-sm font-semibold lg:grid">
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <p key={weekday} className="px-2">
            {weekdayName(weekday).slice(0, 3)}
          </p>
        ))}
      </div>
      <ol className="mt-2 border-t border-ink lg:grid lg:grid-cols-7 lg:border-l lg:border-l-rule">
        {view.calendar.map((day) => (
          <Day key={day.date} day={day} today={view.today} isChosen={day.date === view.day} />
        ))}
      </ol>
    </section>
  );
}

interface DayProps {
  day: DeliveryView["calendar"][number];
  today: string;
  isChosen: boolean;
}

function Day({ day: { date, holiday, isClosed, entries }, today, isChosen }: DayProps) {
  const isPast = date < today;
  const isEmpty = entries.length === 0 && !holiday && !isClosed;
  return (
    <li
      className={clsx(
        "border-b border-rule py-2 lg:min-h-24 lg:border-r lg:px-2",
        (isEmpty || isPast) && "max-lg:hidden",
        isPast && "bg-paper-deep/60",
        isChosen && "bg-paper-light",
      )}
    >
      {isPast ? (
        <p className="text-sm text-ink-soft">{formatDay(date)}</p>
      ) : (
        <Link
          to={`${deliveryPage.to}?day=${date}#day`}
          aria-label={dateInWords(date)}
          aria-current={date === today ? "date" : undefined}
          className={clsx(
            "inline-flex min-h-6 items-center text-sm underline decoration-rule-strong underline-offset-4 hover:text-oxblood",
            date === today && "font-bold",
          )}
        >
          <span className="lg:hidden">{dateInWords(date)}</span>
          <span className="max-lg:hidden">{formatDay(date)}</span>
        </Link>
      )}
      {holiday && <p className="text-sm font-semibold">{holiday}</p>}
      {isClosed && <p className="text-sm font-semibold text-cancelled">Closed</p>}
      {!isPast &&
        entries.map((entry) => (
          <div key={entry.zoneId} className="mt-1.5 text-sm leading-snug">
            <p className="font-semibold break-words">{entry.zoneName}</p>
            <p className="tabular-nums">
              {entry.bookedStops}
              {entry.capStops !== null && ` of ${entry.capStops}`}{" "}
              {entry.capStops === null && entry.bookedStops === 1 ? "stop" : "stops"}
              {(entry.bookedLb > 0 || entry.capLb !== null) && `, ${load(entry)}`}
            </p>
            {entry.state !== "closed" && (
              <p className="text-ink-soft">Order by {cutOffInWords({ ...entry, date })}</p>
            )}
            {states[entry.state] && (
              <p
                className={clsx(
                  "font-semibold",
                  entry.state === "full" || entry.state === "closed" ? "text-cancelled" : "",
                )}
              >
                {states[entry.state]}
              </p>
            )}
          </div>
        ))}
    </li>
  );
}

function load({ bookedLb, capLb }: CalendarEntry): string {
  const most = capLb === null ? "" : ` of ${formatLb(capLb / 100).replace(" lb", "")}`;
  return `${formatLb(bookedLb / 100).replace(" lb", "")}${most} lb`;
}
