import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import {
  comingAgainInWords,
  secondFeeAt,
  secondFeeInWords,
} from "#app/features/runs/coming-again.ts";
import { boxElsewhereInWords, type Run, type RunStop } from "#app/features/runs/run.ts";
import { dateInWords, pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";

interface StopChoicesProps {
  run: Run;
  stop: RunStop;
  /** Made when the page is loaded, so that submitting a form twice does it once. */
  formId: string;
}

const keyOf = ({ zoneId, date }: { zoneId: string; date: string }) => `${zoneId} ${date}`;

/** Form for a visit without anybody there: the next day for all that is packed for the stop. */
export function ComeAgain({ run, stop, formId }: StopChoicesProps) {
  const { days, secondFee } = run.choices;
  const { formData } = useNavigation();
  const today = pacificDay(new Date());
  const packed = stop.orders.filter(({ status }) => status === "fulfilled");
  if (days.length === 0 || packed.length === 0) return null;
  return (
    <Form
      method="post"
      action={`/admin/runs/${run.id}`}
      replace
      preventScrollReset
      className="mt-2 flex max-w-xl flex-wrap items-end gap-3"
    >
      <input type="hidden" name="stop" value={stop.id} />
      <input type="hidden" name="requestId" value={formId} />
      <SelectField label={`${stop.name} comes again`} name="day" className="min-w-64 grow">
        {days.map((day) => (
          <option key={keyOf(day)} value={keyOf(day)}>
            {comingAgainInWords(day, { days, today })}
            {secondFee !== "never" &&
              `; ${secondFeeInWords(secondFee, secondFeeAt(stop, day)).toLowerCase()}`}
          </option>
        ))}
      </SelectField>
      {secondFee === "ask" && <Checkbox name="fee" value="yes" label="Charge the fee again" />}
      <Button
        type="submit"
        name="intent"
        value="again"
        size="sm"
        pending={formData?.get("intent") === "again" && formData.get("stop") === stop.id}
      >
        Move it there
      </Button>
    </Form>
  );
}

/** Form that moves a box to another stop of the client, with the boxes moved already. */
export function BoxMoves({ run, stop, formId }: StopChoicesProps) {
  const away = run.boxMoves.filter(({ fromStopId }) => fromStopId === stop.id);
  const here = run.boxMoves.filter(({ toStopId }) => toStopId === stop.id);
  const boxes = stop.orders.flatMap(({ id, number, boxes: count, status }) =>
    status === "delivered"
      ? []
      : Array.from({ length: count }, (_, at) => ({ orderId: id, number, box: at + 1 })),
  );
  const others = run.boxStops.filter(
    ({ id, customerId }) => id !== stop.id && customerId === stop.customerId,
  );
  const canMove =
    run.state !== "done" && boxes.length > 0 && others.length > 0 && stop.state !== "delivered";
  return (
    <>
      {away.map((move) => (
        <p key={`${move.orderId} ${move.box}`} className="mt-1 font-semibold">
          {ended(boxElsewhereInWords(move, run.date))}
          {move.note && ` “${move.note}”`}
        </p>
      ))}
      {here.map(({ orderId, number, box, note }) => (
        <p key={`${orderId} ${box}`} className="mt-1 font-semibold">
          Also box {box} of {orderName(number).toLowerCase()}.{note && ` “${note}”`}
        </p>
      ))}
      {canMove && (
        <details className="mt-1">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            Move a box to another stop<span className="sr-only"> from {stop.name}</span>
          </summary>
          <Form
            method="post"
            action={`/admin/runs/${run.id}`}
            replace
            preventScrollReset
            className="mt-2 grid max-w-xl gap-4"
          >
            <input type="hidden" name="stop" value={stop.id} />
            <input type="hidden" name="requestId" value={formId} />
            <SelectField label="Box" name="box">
              {boxes.map(({ orderId, number, box }) => (
                <option key={`${orderId} ${box}`} value={`${orderId} ${box}`}>
                  Box {box} of {orderName(number).toLowerCase()}
                </option>
              ))}
              {away.map(({ orderId, number, box }) => (
                <option key={`back ${orderId} ${box}`} value={`${orderId} ${box}`}>
                  Box {box} of {orderName(number).toLowerCase()}, moved before
                </option>
              ))}
            </SelectField>
            <SelectField label="Travels with" name="to">
              {others.map(({ id, address, date }) => (
                <option key={id} value={id}>
                  {dateInWords(date)}: {address.replace(/\s+/g, " ") || "no address"}
                </option>
              ))}
              {away.length > 0 && <option value={stop.id}>Its own stop again</option>}
            </SelectField>
            <TextField label="Note" name="note" optional maxLength={500} autoComplete="off" />
            <Button
              type="submit"
              name="intent"
              value="box"
              size="sm"
              className="justify-self-start"
            >
              Move the box
            </Button>
          </Form>
        </details>
      )}
    </>
  );
}
