import { clsx } from "clsx/lite";
import { ChevronDown } from "lucide";
import { useId, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#app/components/icon.tsx";
import { cutOffInWords, weekdayName } from "#app/domain/delivery/days.ts";
import type { CalendarEntry } from "#app/domain/delivery/setup/calendar.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDay, shortDateInWords } from "#app/lib/dates.ts";
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

/**
 * This week and the next eight: a grid on wide screens. Narrow ones list the days with entries,
 * week by week, and other weeks than this and the chosen day's are folded: all of them would be
 * twelve phone screens tall.
 */
export function Calendar({ view }: { view: DeliveryView }) {
  const weeks = Array.from({ length: Math.ceil(view.calendar.length / 7) }, (_, week) =>
    view.calendar.slice(week * 7, week * 7 + 7),
  );
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
      <div className="mt-2 border-t border-ink lg:border-l lg:border-l-rule">
        {weeks.map((days, week) => (
          <Week
            key={days[0]?.date}
            days={days}
            view={view}
            isNear={week === 0 || days.some(({ date }) => date === view.day)}
          />
        ))}
      </div>
    </section>
  );
}

interface WeekProps {
  days: DeliveryView["calendar"];
  view: DeliveryView;
  /** True for this week and the chosen day's, which are open initially. */
  isNear: boolean;
}

function Week({ days, view, isNear }: WeekProps) {
  const [isOpen, setOpen] = useState(isNear);
  const id = useId();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const stops = days
    .flatMap(({ entries }) => entries)
    .reduce((sum, { bookedStops }) => sum + bookedStops, 0);
  return (
    <>
      {/* Without scripts it couldn't be opened, so everything shows. */}
      <h3 className="needs-script border-b border-rule font-sans text-base lg:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center justify-between gap-4 text-left"
        >
          <span>
            {shortDateInWords(first.date)} to {shortDateInWords(last.date)}
          </span>
          <span className="flex shrink-0 items-center gap-2 text-sm font-normal text-ink-soft tabular-nums">
            {stops === 1 ? "1 stop" : `${stops} stops`}
            <Icon of={ChevronDown} className={clsx("size-4", isOpen && "rotate-180")} />
          </span>
        </button>
      </h3>
      <ol
        id={id}
        className={clsx(
          "lg:grid lg:grid-cols-7",
          !isOpen && "[@media(scripting:enabled)]:max-lg:hidden",
        )}
      >
        {days.map((day) => (
          <Day key={day.date} day={day} today={view.today} isChosen={day.date === view.day} />
        ))}
      </ol>
    </>
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
            "inline-flex min-h-11 items-center text-sm underline lg:min-h-6 decoration-rule-strong underline-offset-4 hover:text-oxblood",
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
              {entry.capBoxes !== null && `, ${entry.bookedBoxes} of ${entry.capBoxes} boxes`}
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
