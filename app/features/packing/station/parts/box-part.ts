import type { ShownBox } from "../station-view.ts";
import type { StationState } from "./station-state.ts";

/** Actions on the order's boxes. */
export function boxPart({ sent, boxes, say, setChosenBox }: StationState) {
  function goToBox(labelNumber: number) {
    const scanned = boxes.find((one) => one.labelNumber === labelNumber);
    if (scanned) return chooseBox(scanned);
    say("stop", "This box is from another order.");
  }

  /** Selects the box for the next packages. */
  function chooseBox({ id, number }: ShownBox) {
    // The last box isn't pinned, so that opening a new one moves on to it.
    setChosenBox(number === boxes.at(-1)?.number ? null : id);
    say("ok", `Packing into box ${number}`);
  }

  function nextBox() {
    const last = boxes.at(-1);
    setChosenBox(null);
    if (!last || last.lb === 0) {
      return say("warn", `Box ${last?.number ?? 1} is still empty. Pack into it.`);
    }
    sent.add({ kind: "box", after: last.number });
    say("ok", `Packing into box ${last.number + 1}`);
  }

  function takeOutBox({ id, number }: ShownBox) {
    if (id === null) return;
    sent.add({ kind: "take out", boxId: id });
    setChosenBox(null);
    say("ok", `Box ${number} was taken out.`);
  }

  return { goToBox, chooseBox, nextBox, takeOutBox };
}

export type BoxPart = ReturnType<typeof boxPart>;
