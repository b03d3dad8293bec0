import { Form } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import { daysAfter, formatFullDay, shortDateInWords } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import {
  deliveriesFrom,
  goodsInWords,
  type Occurrence,
  rhythmInWords,
  type StandingOrder,
} from "./standing-order.ts";

interface StandingListProps {
  all: readonly StandingOrder[];
  today: string;
  mayOrder: boolean;
  path: string;
  ordersPath: string;
  answer: (FormAnswer & { id?: string }) | undefined;
}

const shownAhead = 6;

/** A client's standing orders with their next deliveries and the actions on them. */
export function StandingList({ all, answer, ...rest }: StandingListProps) {
  return (
    <ul className="mt-8 grid gap-12">
      {all.map((one) => (
        <li key={one.id}>
          <Standing standing={one} {...rest} answer={answer?.id === one.id ? answer : undefined} />
        </li>
      ))}
    </ul>
  );
}

interface StandingProps extends Omit<StandingListProps, "all"> {
  standing: StandingOrder;
}

function Standing({ standing, today, mayOrder, path, ordersPath, answer }: StandingProps) {
  const { id, lines, siteName, pausedUntil, endsOn, occurrences } = standing;
  const isPaused = pausedUntil !== null && pausedUntil > today;
  const title = `${rhythmInWords(standing)}, ${siteName}`;
  // Deliveries during a pause are shown if their order was placed before it began.
  const coming = deliveriesFrom(standing, daysAfter(today, 1), shownAhead);
  const decided = occurrences.filter(({ day }) => day > daysAfter(today, -7));
  const days = [...new Set([...decided.map(({ day }) => day), ...coming])].sort();
  return (
    <article aria-label={title} className="border-t border-ink pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-title">{title}</h2>
        {isPaused && <Badge tone="pending">Paused until {shortDateInWords(pausedUntil)}</Badge>}
      </div>
      <p className="mt-1 max-w-2xl text-ink-soft">
        {lines
          .map(({ productName: name, quantity, unit, wish }) =>
            withWish(goodsInWords({ name, quantity, unit }), wish),
          )
          .join(", ")}
        {endsOn && `. Until ${formatFullDay(endsOn)}.`}
      </p>
      {answer?.message && (
        <p role="alert" className="mt-3 font-semibold text-cancelled">
          {answer.message}
        </p>
      )}
      <ul aria-label="Deliveries" className="mt-4 max-w-2xl border-t border-rule">
        {days.map((day) => (
          <Delivery
            key={day}
            id={id}
            day={day}
            mayOrder={mayOrder}
            ordersPath={ordersPath}
            isAhead={day > today}
            occurrence={occurrences.find((one) => one.day === day)}
          />
        ))}
      </ul>
      {mayOrder && (
        <div className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-2">
          <SecondaryLink to={`${path}/${id}`}>Change all that follow</SecondaryLink>
          {isPaused ? (
            <Form method="post">
              <SubmitButton name="act" value={`resume ${id}`} variant="secondary">
                End the pause
              </SubmitButton>
            </Form>
          ) : (
            <details>
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                Pause
              </summary>
              <Form method="post" className="mt-2 flex flex-wrap items-end gap-3">
                <TextField
                  label="No delivery before"
                  name="until"
                  type="date"
                  min={daysAfter(today, 1)}
                  required
                  error={answer?.errors?.until}
                />
                <SubmitButton name="act" value={`pause ${id}`} variant="secondary">
                  Pause
                </SubmitButton>
              </Form>
            </details>
          )}
          <details>
            <summary className="link inline-flex min-h-11 cursor-pointer items-center">
              End it
            </summary>
            <Form method="post" className="mt-2">
              <p className="mb-3">Orders that are placed already stay.</p>
              <SubmitButton name="act" value={`end ${id}`} variant="danger">
                End this standing order
              </SubmitButton>
            </Form>
          </details>
        </div>
      )}
    </article>
  );
}

interface DeliveryProps {
  id: string;
  day: string;
  isAhead: boolean;
  mayOrder: boolean;
  ordersPath: string;
  occurrence: Occurrence | undefined;
}

function Delivery({ id, day, isAhead, mayOrder, ordersPath, occurrence }: DeliveryProps) {
  const { state, reason, order } = occurrence ?? { state: null, reason: "", order: null };
  const isSkipped = state === "skipped" || order?.isCancelled === true;
  const date = shortDateInWords(day);
  const press = (act: string, label: string) => (
    <Form method="post">
      <SubmitButton name="act" value={`${act} ${id} ${day}`} variant="secondary" size="sm">
        {label}
        <span className="sr-only"> {date}</span>
      </SubmitButton>
    </Form>
  );
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2">
      <p>
        <span className={isSkipped ? "line-through" : "font-semibold"}>{date}</span>{" "}
        <span className="text-ink-soft">
          {order ? (
            <TextLink to={`${ordersPath}/${order.id}`}>{orderName(order.number)}</TextLink>
          ) : (
            (state === "skipped" && "Skipped") || (state === "placing" && "Being placed") || reason
          )}
          {order?.isCancelled && ", cancelled"}
        </span>
      </p>
      {mayOrder && isAhead && state === "skipped" && press("back", "Bring back")}
      {mayOrder &&
        isAhead &&
        !isSkipped &&
        (state === null || state === "placed" || state === "placing") &&
        press("skip", "Skip")}
    </li>
  );
}
