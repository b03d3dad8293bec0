import { use, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import type { SetupAnswer } from "#app/domain/delivery/setup/setup.ts";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { dateInWords, formatDateTime } from "#app/lib/dates.ts";
import { deliveryPage } from "../navigation.ts";
import type { DeliveryView } from "./delivery-view.server.ts";
import { toldOfMoveInWords } from "./told-of-move.ts";

const kinds = { closed: "Closed", moved: "Moved", extra: "Extra day" };

interface DayPanelProps {
  view: DeliveryView;
  day: string;
  answer: SetupAnswer | undefined;
}

export function DayPanel({ view, day, answer }: DayPanelProps) {
  const changes = view.changes.filter(({ date, movedTo }) => date === day || movedTo === day);
  return (
    <section className="mt-12 border-y border-ink bg-paper-light px-4 py-5 md:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="day" className="scroll-mt-24 text-title">
          {dateInWords(day)}
        </h2>
        <TextLink to={deliveryPage.to} preventScrollReset>
          Done
        </TextLink>
      </div>
      <ul className="mt-2">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-wrap items-center gap-x-4 py-1">
            <p>
              {zoneName(view, change.zoneId)}: {kinds[change.kind].toLowerCase()}
              {change.movedTo &&
                ` from ${dateInWords(change.date)} to ${dateInWords(change.movedTo)}`}
              {change.weekday && ` on ${weekdayName(change.weekday)}’s terms`}
              {change.cutOffAt && `, order by ${formatDateTime(change.cutOffAt)}`}
              {change.note && ` (${change.note})`}
            </p>
            <Form method="post">
              <input type="hidden" name="intent" value="undo" />
              <input type="hidden" name="id" value={change.id} />
              <Button type="submit" variant="secondary" size="sm">
                Undo<span className="sr-only"> the change of {dateInWords(change.date)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {view.booked.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-6 cursor-pointer">
            {view.booked.length === 1 ? "1 order" : `${view.booked.length} orders`} booked on this
            day
          </summary>
          <OrderLinks orders={view.booked} />
        </details>
      )}
      <ChangeForm view={view} day={day} answer={answer} />
    </section>
  );
}

function ChangeForm({ view, day, answer }: DayPanelProps) {
  const values = answer?.values ?? {};
  const [kind, setKind] = useState(values.kind ?? "closed");
  const zones = view.zones.filter(({ isActive }) => isActive);
  // Without scripts all fields show, and their hints explain them.
  const hydrated = useHydrated();
  const isFor = (...wanted: string[]) => !hydrated || wanted.includes(kind);
  return (
    <Form method="post" preventScrollReset className="mt-5 max-w-3xl">
      <input type="hidden" name="intent" value="day" />
      <input type="hidden" name="date" value={day} />
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="What happens"
          name="kind"
          defaultValue={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          <option value="closed">Close the day</option>
          <option value="moved">Move it to another day</option>
          <option value="extra">Add an extra day</option>
        </SelectField>
        <SelectField
          label="Zone"
          name="zoneId"
          defaultValue={values.zoneId ?? ""}
          options={zones.map(({ id, name }) => [id, name])}
        >
          <option value="">All zones</option>
        </SelectField>
        <TextField
          label="Note"
          optional
          name="note"
          defaultValue={values.note}
          maxLength={500}
          autoComplete="off"
        />
        {isFor("moved") && (
          <TextField
            label="Moves to"
            hint="To move it"
            type="date"
            name="movedTo"
            min={view.today}
            defaultValue={values.movedTo}
          />
        )}
        {isFor("extra") && (
          <SelectField
            label="Terms of"
            hint="For an extra day of a zone"
            name="weekday"
            defaultValue={values.weekday ?? ""}
            options={[1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, weekdayName(weekday)])}
          >
            <option value="">Choose a weekday</option>
          </SelectField>
        )}
        {isFor("moved", "extra") && (
          <TextField
            label="Orders until, day"
            hint="Defaults to the terms"
            type="date"
            name="cutOffDay"
            defaultValue={values.cutOffDay}
          />
        )}
        {isFor("moved", "extra") && (
          <TextField
            label="Orders until, time"
            type="time"
            name="cutOffTime"
            defaultValue={values.cutOffTime}
          />
        )}
      </div>
      <SubmitButton className="mt-5">Change this day</SubmitButton>
    </Form>
  );
}

/** Shows the orders on days that would close, with a form that moves them. */
export function StandInTheWay({ answer, view }: { answer: SetupAnswer; view: DeliveryView }) {
  const sends = use(SendsMail);
  const { orders = [], values = {} } = answer;
  const zones = [...new Map(orders.map(({ zoneId, zoneName }) => [zoneId, zoneName]))];
  const isChange = values.intent === "day";
  return (
    <>
      {isChange ? (
        <Form method="post" preventScrollReset className="mt-3">
          {Object.entries(values)
            .filter(([name]) => !name.startsWith("ordersTo:"))
            .map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <div className="grid max-w-xl gap-4">
            {zones.map(([id, name]) => (
              <SelectField
                key={id}
                label={`Move the orders of ${name} to`}
                name={`ordersTo:${id}`}
                defaultValue={values.movedTo || undefined}
                options={targetsOf(view, id, values).map((date) => [date, dateInWords(date)])}
              />
            ))}
          </div>
          <p className="mt-3">
            {toldOfMoveInWords(
              {
                told: orders.filter(({ isMailed }) => isMailed).length,
                untold: orders.filter(({ isMailed }) => !isMailed).length,
              },
              sends,
            )}
          </p>
          <Button type="submit" className="mt-4">
            {values.kind === "moved"
              ? "Move the day and its orders"
              : "Move them and close the day"}
          </Button>
        </Form>
      ) : (
        <p>Choose the day in the calendar, and close or move it together with its orders first.</p>
      )}
      <OrderLinks orders={orders} />
    </>
  );
}

/** Returns the days that a day's orders may move to, first the one that the day itself moves to. */
function targetsOf(view: DeliveryView, zoneId: string, values: Record<string, string>): string[] {
  const next = view.zones.find(({ id }) => id === zoneId)?.next ?? [];
  const others = next.filter((date) => date !== values.date && date !== values.movedTo);
  return values.movedTo ? [values.movedTo, ...others] : others;
}

function OrderLinks({ orders }: { orders: DeliveryView["booked"] }) {
  return (
    <ul className="mt-3 max-h-72 columns-1 overflow-y-auto sm:columns-2 lg:columns-3">
      {orders.map(({ id, number, company, zoneName, date, isMailed }) => (
        <li key={id} className="py-0.5">
          <TextLink to={`/admin/orders/${id}`}>
            {orderNumber(number)} {company}
          </TextLink>
          <span className="text-sm text-ink-soft">
            {" "}
            {zoneName}, {dateInWords(date)}
            {!isMailed && ", can’t be emailed"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function zoneName(view: DeliveryView, id: string | null): string {
  return view.zones.find((zone) => zone.id === id)?.name ?? "All zones";
}
