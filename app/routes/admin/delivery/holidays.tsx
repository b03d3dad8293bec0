import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { ProposedHoliday } from "#app/domain/delivery/setup/calendar.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { deliveryPage } from "../navigation.ts";

/** British Columbia's holidays of the next 400 days, for the owner to close, move or keep. */
export function Holidays({ holidays }: { holidays: ProposedHoliday[] }) {
  return (
    <section className="mt-12">
      <h2 className="text-title">Holidays</h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        Holidays in British Columbia. A closed holiday takes no deliveries, and cut-offs that fall
        on it move to the same time on the last open day before it.
      </p>
      <ul className="mt-4 border-t border-ink">
        {holidays.map((holiday) => (
          <Holiday key={holiday.date} {...holiday} />
        ))}
      </ul>
    </section>
  );
}

function Holiday({ date, name, decision }: ProposedHoliday) {
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-b border-rule py-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <p>
        <span className="font-semibold">{name}</span>
        <span className="text-ink-soft">, {dateInWords(date)}</span>
      </p>
      {decision ? (
        <p className="text-ink-soft">
          {decision === "kept"
            ? "Kept as a regular day"
            : decision === "moved"
              ? "Moved"
              : "Closed"}
        </p>
      ) : (
        <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-2">
          <input type="hidden" name="date" value={date} />
          <input type="hidden" name="note" value={name} />
          <input type="hidden" name="holiday" value="on" />
          <input type="hidden" name="kind" value="closed" />
          <Button type="submit" name="intent" value="day" variant="secondary" size="sm">
            Close<span className="sr-only"> {name}</span>
          </Button>
          <ButtonLink to={`${deliveryPage.to}?day=${date}#day`} variant="secondary" size="sm">
            Move<span className="sr-only"> {name}</span>
          </ButtonLink>
          <Button type="submit" name="intent" value="keep" variant="quiet" size="sm">
            Keep<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      )}
    </li>
  );
}
