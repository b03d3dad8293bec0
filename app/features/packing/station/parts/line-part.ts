import { isNothingLeft } from "#app/domain/orders/order.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { isNoWeight } from "#app/lib/amounts/weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { doneInWords, notDoneInWords, packedAs } from "../station-view.ts";
import type { StationState } from "./station-state.ts";

/** The lines of the order: what becomes of each, and finishing the order once all are done. */
export function linePart(state: StationState) {
  const { sent, lines, current, openLines, setFinishing, setQuestion } = state;
  const { say, close, askOver, goOn, choose, setExtended } = state;

  /** Marks a line as done and goes to the next, or asks first. */
  function nextLine() {
    if (!current) return;
    if (current.packState !== "open") return goOn(current.id);
    if (isNoWeight(current.packedLb)) return goOn(current.id);
    const verdict = judgeLine(current);
    if (verdict === "ok") return finishLine(current.id, {});
    if (verdict === "over") return askOver(current);
    setQuestion({ kind: "short", itemId: current.id });
    say("warn", "Less than was ordered. Press Enter to accept.");
  }

  function markShort() {
    if (current?.packState !== "open") return;
    if (judgeLine(current) !== "under") {
      return say("stop", `${current.productName} is not short. Go on with the next line.`);
    }
    setQuestion({ kind: "short", itemId: current.id });
    const isNone = isNoWeight(current.packedLb);
    say("warn", isNone ? "Not available? Press Enter." : "Short? Press Enter to accept.");
  }

  function finishLine(
    itemId: string,
    decided: Partial<Pick<OpOf<"finish">, "isShort" | "over" | "note">>,
  ) {
    const line = lines.find(({ id }) => id === itemId);
    if (!line) return;
    const defaults = { isShort: false, over: null, note: "" };
    sent.add({ kind: "finish", itemId, seenLb: line.packedLb, ...defaults, ...decided });
    goOn(itemId, doneInWords(line, decided.over ?? null));
  }

  function reopen(itemId: string) {
    sent.add({ kind: "reopen", itemId });
    setExtended(itemId);
    choose(itemId);
  }

  function addLine(op: Omit<OpOf<"add">, "kind" | "requestId">) {
    const requestId = newUuid();
    sent.add({ kind: "add", requestId, ...op });
    choose(requestId);
  }

  function askFinish() {
    const first = lines.find(({ packState }) => packState === "open");
    if (first) {
      choose(first.id);
      if (judgeLine(first) === "over") askOver(first);
      return say("stop", notDoneInWords(first, openLines));
    }
    setQuestion({ kind: "finish", packedAs: packedAs(lines) });
    const question = isNothingLeft(lines)
      ? "Cancel this order, of which nothing is left?"
      : "Finish this order and issue its invoice?";
    say("warn", `${question} Press Enter.`);
  }

  async function finalise(asked: string) {
    setFinishing(true);
    const problem = await sent.finalise(asked);
    setFinishing(false);
    close();
    if (problem) say("stop", problem);
    else say("ok", "Finished. The invoice was issued.");
  }

  return { nextLine, markShort, finishLine, reopen, addLine, askFinish, finalise };
}

export type LinePart = ReturnType<typeof linePart>;
