import { isNothingLeft } from "#app/domain/orders/order.ts";
import { hundredthsLeft, mayBeDone, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { formatLb, isNoWeight } from "#app/lib/amounts/weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { finishableInWords } from "../../cut/cut-board.ts";
import {
  doneInWords,
  nameOf,
  notDoneInWords,
  packedAs,
  piecesPacked,
  waitsInWords,
  withoutLot,
} from "../station-view.ts";
import type { StationState } from "./station-state.ts";

/** Actions on the order's lines, and finishing the order once all are done. */
export function linePart(state: StationState) {
  const { sent, lines, current, setFinishing, setQuestion } = state;
  const { say, close, askOver, askLot, goOn, choose, setExtended } = state;

  function nextLine() {
    if (!current) return;
    if (current.packState !== "open") return goOn(current.id);
    if (isNoWeight(current.packedLb)) return goOn(current.id);
    const verdict = judgeLine(current);
    if (verdict === "ok") return finishLine(current.id, {});
    if (verdict === "over") return askOver(current);
    setQuestion({ kind: "short", itemId: current.id });
    const pieces = piecesPacked(current);
    say(
      "warn",
      `Less than was ordered${pieces ? `: ${pieces}` : ""}. Press Yes or Enter to accept.`,
    );
  }

  function markShort() {
    if (current?.packState !== "open") return;
    if (judgeLine(current) !== "under") {
      return say("stop", `${current.productName} is not short. Go on with the next line.`);
    }
    setQuestion({ kind: "short", itemId: current.id });
    const isNone = isNoWeight(current.packedLb);
    say(
      "warn",
      isNone ? "Not available? Press Yes or Enter." : "Short? Press Yes or Enter to accept.",
    );
  }

  function finishLine(
    itemId: string,
    decided: Partial<Pick<OpOf<"finish">, "isShort" | "over" | "note">>,
  ) {
    const line = lines.find(({ id }) => id === itemId);
    if (!line) return;
    sent.add({ ...finishOf(itemId, line.packedLb), ...decided });
    state.acts.current.push({ kind: "done", itemId });
    goOn(itemId, doneInWords(line, decided.over ?? null));
  }

  function reopen(itemId: string) {
    sent.add({ kind: "reopen", itemId });
    setExtended(itemId);
    choose(itemId);
  }

  /** Adds a line; `asked` describes it: "Brisket, 10 lb". */
  function addLine(op: Omit<OpOf<"add">, "kind" | "requestId">, asked: string) {
    const requestId = newUuid();
    const replaced = lines.find(({ id }) => id === op.substitutes);
    sent.add({ kind: "add", requestId, ...op });
    choose(requestId);
    const done = replaced ? `${replaced.productName} is replaced by ${asked}.` : `Added ${asked}.`;
    say("ok", `${done} Weigh it now.`);
  }

  /**
   * Marks the lines that are packed as ordered as done, and asks whether to finish the order. If
   * other lines are open, moves to the first of them instead and says what to do about it.
   */
  function askFinish() {
    const open = lines.filter(({ packState }) => packState === "open");
    const undone = open.filter((line) => judgeLine(line) !== "ok");
    const [first] = undone;
    if (first) {
      choose(first.id);
      if (judgeLine(first) === "over") askOver(first);
      return say("stop", notDoneInWords(first, undone.length));
    }
    // The server requires a lot with each weight; these packages predate tracing of the product.
    const traceless = lines.find((line) => line.isTraced && withoutLot(line).length > 0);
    if (traceless) {
      choose(traceless.id);
      askLot(traceless, { moved: withoutLot(traceless).map(({ id }) => id) });
      return say("stop", `${traceless.productName} is traced. Choose its lot.`);
    }
    const ops = open.map(({ id, packedLb }) => finishOf(id, packedLb));
    for (const op of ops) sent.add(op);
    // The operations are queued now, but not in this render's lines yet.
    setQuestion({ kind: "finish", packedAs: packedAs(sent.linesWith(ops)) });
    const question = isNothingLeft(lines)
      ? "Cancel this order, of which nothing is left?"
      : "Finish this order and issue its invoice?";
    say("warn", `${question} Choose below, or press Enter.`);
  }

  /**
   * Asks whether to mark a cut's open lines as done. Each must have what was ordered, or its share.
   * If a line wants more or is over its promise, says so instead.
   */
  function askCutDone() {
    const waits = notAddedYet(state);
    if (waits) return say("stop", waits);
    const open = lines.filter(({ packState }) => packState === "open");
    const over = open.find((line) => state.isUnanswered(line));
    if (over) return askOver(over);
    const wanting = open.filter((line) => !mayBeDone(line));
    const [first] = wanting;
    if (first) {
      const others = wanting.length - 1;
      const and = others === 0 ? "" : others === 1 ? ", and 1 other" : `, and ${others} others`;
      const left = formatLb(hundredthsLeft(first) / 100);
      return say("stop", `${nameOf(first)} still wants ${left}${and}. Weigh it, or share: S.`);
    }
    if (open.length === 0) return say("stop", "Every line of this product is done.");
    const short = open.filter((line) => judgeLine(line) === "under").length;
    setQuestion({ kind: "cut done", done: open.length, short });
    const shorts =
      short === 0 ? "" : short === 1 ? ", 1 of them short" : `, ${short} of them short`;
    const [near] = open.filter(wantsMore);
    const below = near
      ? `${nameOf(near)} is ${formatLb(hundredthsLeft(near) / 100)} below its share. `
      : "";
    say(
      "warn",
      `${below}Mark ${open.length === 1 ? "1 line" : `${open.length} lines`} as done${shorts}? Press Yes or Enter.`,
    );
  }

  function finishCut() {
    const open = lines.filter((line) => line.packState === "open" && mayBeDone(line));
    for (const line of open) {
      const isShort = judgeLine(line) === "under";
      if (judgeLine(line) !== "over") sent.add({ ...finishOf(line.id, line.packedLb), isShort });
    }
    close();
    say("ok", `The lines are done. ${finishableInWords(lines)}`);
  }

  async function finalise(asked: string) {
    setFinishing(true);
    const problem = await sent.finalise(asked);
    setFinishing(false);
    close();
    if (problem) say("stop", problem);
    else say("ok", "Finished.");
  }

  return {
    askCutDone,
    finishCut,
    nextLine,
    markShort,
    finishLine,
    reopen,
    addLine,
    askFinish,
    finalise,
  };
}

/** Says what to add or void before a cut's lines are done; null for nothing. */
function notAddedYet({ unwanted, question, fieldText }: StationState): string | null {
  if (unwanted.length > 0)
    return `${waitsInWords(unwanted)} Choose one and press Enter, or Cancel.`;
  const asked = question?.kind === "lot" ? question.ops.length > 0 : question && "op" in question;
  if (asked) return "A weight is not added yet. Answer the question first, or Cancel.";
  const text = fieldText.isFinding ? "" : fieldText.text.trim();
  return text ? `${text} is not added yet. Press Enter to add it, or erase it.` : null;
}

/** Marks a line as done at the weight shown, with nothing left to decide. */
function finishOf(itemId: string, seenLb: string): OpOf<"finish"> {
  return { kind: "finish", itemId, seenLb, isShort: false, over: null, note: "" };
}

export type LinePart = ReturnType<typeof linePart>;
