import { type SubmitEvent, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { controlClass, Field, TextField } from "#app/components/form/field.tsx";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { ended } from "#app/lib/in-words.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type BoxElsewhere, boxElsewhereInWords } from "../run.ts";
import type { ShownStop } from "./run-view.ts";

interface BoxFormProps {
  stop: ShownStop;
  /** The same client's other stops, not visited yet. */
  others: readonly ShownStop[];
  onReport: (report: Report) => void;
}

/** Form to send a box with another stop of the same client. */
export function BoxForm({ stop, others, onReport }: BoxFormProps) {
  const [isOpen, setOpen] = useState(false);
  const boxes = stop.orders.flatMap(({ id, number, boxes: count, status }) =>
    status === "delivered"
      ? []
      : Array.from({ length: count }, (_, at) => ({ orderId: id, number, box: at + 1 })),
  );
  if (others.length === 0 || boxes.length === 0) return null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const box = boxes[Number(typed.get("box"))];
    if (!box) return;
    onReport({
      kind: "box",
      requestId: newUuid(),
      stopId: stop.id,
      at: new Date().toISOString(),
      orderId: box.orderId,
      box: box.box,
      toStopId: String(typed.get("to")),
      note: String(typed.get("note") ?? "").trim(),
      photoId: null,
      isEarly: true,
    });
    setOpen(false);
  }

  return (
    <div className="mt-3">
      <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Move a box to another stop
      </Button>
      {isOpen && (
        <form onSubmit={submit} className="mt-3 grid gap-5 border border-ink bg-paper-light p-4">
          <Field label="Box">
            {(control) => (
              <select {...control} name="box" className={controlClass}>
                {boxes.map(({ orderId, number, box }, at) => (
                  <option key={`${orderId} ${box}`} value={at}>
                    Box {box} of {orderName(number).toLowerCase()}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="To the stop">
            {(control) => (
              <select {...control} name="to" className={controlClass}>
                {others.map(({ id, number, name, address }) => (
                  <option key={id} value={id}>
                    {number}. {name}, {address}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField label="Note" name="note" optional maxLength={500} autoComplete="off" />
          <Button type="submit" size="lg">
            Move the box
          </Button>
        </form>
      )}
    </div>
  );
}

interface BoxNotesProps {
  stopId: string;
  date: string;
  moves: readonly BoxElsewhere[];
}

/** Lists the stop's boxes that travel elsewhere, and other stops' boxes that come here. */
export function BoxNotes({ stopId, date, moves }: BoxNotesProps) {
  const away = moves.filter(({ fromStopId }) => fromStopId === stopId);
  const here = moves.filter(({ toStopId }) => toStopId === stopId);
  if (away.length + here.length === 0) return null;
  return (
    <ul aria-label="Boxes" className="mt-3 border-l-4 border-oxblood pl-3 text-lg">
      {away.map((move) => (
        <li key={`${move.orderId} ${move.box}`}>
          {ended(boxElsewhereInWords(move, date))}
          {move.note && ` “${move.note}”`}
        </li>
      ))}
      {here.map(({ orderId, number, box, note }) => (
        <li key={`${orderId} ${box}`}>
          Also hand over box {box} of {orderName(number).toLowerCase()}.{note && ` “${note}”`}
        </li>
      ))}
    </ul>
  );
}
