import type { ShownBox } from "../station-view.ts";
import type { StationState } from "./station-state.ts";

/** Actions on the order's boxes. */
export function boxPart({ sent, boxes, say, setOwnBox }: StationState) {
  function goToBox(labelNumber: number) {
    const scanned = boxes.find((one) => one.labelNumber === labelNumber);
    if (scanned) return chooseBox(scanned);
    say("stop", "This box is from another order.");
  }

  function chooseBox({ id, number }: ShownBox) {
    setOwnBox(id === null ? { above: number - 1 } : { id });
    say("ok", `Packing into box ${number}`);
  }

  function nextBox() {
    const last = boxes.at(-1);
    if (!last || last.lb === 0) {
      if (last) setOwnBox(last.id === null ? { above: last.number - 1 } : { id: last.id });
      return say("warn", `Box ${last?.number ?? 1} is still empty. Pack into it.`);
    }
    setOwnBox({ above: last.number });
    sent.add({ kind: "box", after: last.number });
    say("ok", `Packing into box ${last.number + 1}`);
  }

  function takeOutBox({ id, number }: ShownBox) {
    if (id === null) return;
    sent.add({ kind: "take out", boxId: id });
    say("ok", `Box ${number} was taken out.`);
  }

  return { goToBox, chooseBox, nextBox, takeOutBox };
}

export type BoxPart = ReturnType<typeof boxPart>;
