import { useEffect, useRef, useState } from "react";
import type { LotToScan } from "#app/domain/lots/lots.ts";
import type { CutWeight } from "#app/domain/packages/by-cut.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { isWholeWeight, readTyped, type TypedWeight } from "#app/domain/packages/typed-weight.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { useLabels } from "../../labels/use-labels.ts";
import { useKeptLots } from "../kept/use-kept-lots.ts";
import { useKeptPlace } from "../kept/use-kept-place.ts";
import { lbOver, nameOf, nextOpen, type ShownLine } from "../station-view.ts";
import type { Sent } from "../use-sent-order.ts";
import { fieldTextFor, useTyped } from "./field-text.ts";

/** What the station can say by sound; text says the same. */
export type Tone = "ok" | "warn" | "stop";

const beeps: Record<Tone, { hz: number; seconds: number }> = {
  ok: { hz: 880, seconds: 0.08 },
  warn: { hz: 520, seconds: 0.18 },
  stop: { hz: 220, seconds: 0.4 },
};

let context: AudioContext | undefined;

/** Beeps, if the browser can and may: some refuse until the page was touched. Browser only. */
function beep(tone: Tone): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const { hz, seconds } = beeps[tone];
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = hz;
  gain.gain.value = 0.1;
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}

/** What the station asks before it goes on. Enter in the field says yes to most. */
export type Question =
  | { kind: "twice"; op: OpOf<"package"> }
  /** The package is added with a yes: a code scanned again, or a weight by a label's price. */
  | { kind: "confirm"; op: OpOf<"package"> }
  /** Weighed by cut while another weight waits for an answer: a correction of it, or one more package. */
  | { kind: "instead"; op: OpOf<"package">; first: OpOf<"package">; text: string }
  /** Weighed by cut while a weight that no order wants waits for one: instead of it, or as well. */
  | { kind: "unwanted"; weight: TypedWeight }
  | { kind: "short"; itemId: string }
  | { kind: "over"; itemId: string }
  | {
      kind: "lot";
      itemId: string;
      code: string;
      /** Added once the lot is known. */
      ops: readonly OpOf<"package">[];
      /** Packages that are of another lot than they were packed with. */
      moved: readonly string[];
      /** The lot that those were packed with; null if they had none. */
      from: { id: string; code: string } | null;
    }
  | { kind: "add"; substitutes: string | null }
  | { kind: "finish"; packedAs: string }
  /** Whether the lines of a cut are done, with what they have. */
  | { kind: "cut done"; done: number; short: number };

/** The question about a line's lot. */
export type LotQuestion = Extract<Question, { kind: "lot" }>;

interface Message {
  tone: Tone;
  text: string;
}

/** What the station is opened with, besides what is packed. */
export interface StationSettings {
  rules: readonly ScanRule[];
  /** What scanners send for FNC1. */
  standIns: readonly string[];
  /** The Pacific day, for what has expired. */
  today: string;
  /** The newest lots, which a scan may name. */
  lots: readonly LotToScan[];
}

/** What of a reading says what it comes to. */
export type CutReading = Pick<OpOf<"package">, "value" | "unit"> &
  Partial<Pick<OpOf<"package">, "isNet" | "pieces">>;

/**
 * Weighing by cut: no line is stayed at, but each weight goes to the line that is proposed for it,
 * unless one was chosen for the next.
 */
export interface ByCut {
  propose: (lines: readonly ShownLine[], weight: CutWeight | null) => ShownLine | undefined;
  /** What is on the scale, as it is packed; null with nothing there. */
  onScale: CutWeight | null;
  /** What a typed or scanned weight comes to. */
  net: (reading: CutReading) => CutWeight | null;
}

/**
 * What all parts of the station share: what is packed with what waits to be sent, the current line and
 * box, the question that is asked, and what was said last.
 *
 * @param place what the packer's place is kept for: the order, or the cut
 */
export function useStationState(
  settings: StationSettings,
  sent: Sent,
  place: string,
  byCut: ByCut | null = null,
) {
  const { lines, boxes, waiting } = sent;
  const { lotFor, keep } = useKeptLots(settings.today);
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const refused = sent.refusals.length;
  useEffect(() => {
    // What was said when it was sent is not true any more: the refusal says what is.
    if (refused > 0) setMessage((said) => (said?.tone === "ok" ? null : said));
  }, [refused]);
  const at = useKeptPlace(place);
  const [chosen, setChosen] = [at.place.line, at.setLine];
  const [unit, setUnit] = [at.place.unit, at.setUnit];
  const [isFinishing, setFinishing] = useState(false);
  const [chosenBox, setChosenBox] = useState<string | null>(null);
  /** The line that was opened again although it is over its maximum: one more package may be added. */
  const [extended, setExtended] = useState<string | null>(null);
  /** The line that was marked as done last, until something else is done: Undo opens it again. */
  const lastDone = useRef<string | null>(null);
  /** The code that was scanned last for the current line. */
  const lastScan = useRef("");
  /** The weight in the field that waits for an answer, and for a second Enter. */
  const heldText = useRef<string | null>(null);
  /** Weights by cut that no order wanted: each waits until an order is chosen for it. */
  const [unwanted, setUnwanted] = useState<readonly TypedWeight[]>([]);

  // A line that was just added is not there yet; what is weighed meanwhile belongs to no other.
  const isAdding = waiting.some(({ op }) => op.kind === "add" && op.requestId === chosen);
  const refusedFor = sent.refusals.find(
    ({ op }) => op.kind === "add" && op.requestId === chosen,
  )?.op;
  const replacedInVain = refusedFor?.kind === "add" ? refusedFor.substitutes : null;
  const typed = useTyped();
  /** A weight that was entered before it looked like one of a scale: its order is shown before it is added. */
  const [settled, settle] = useState<string | null>(null);
  const current = byCut
    ? (lineAsked() ?? lineByCut(byCut, weightTyped()))
    : isAdding
      ? undefined
      : (lines.find(({ id }) => id === chosen) ??
        lines.find(({ id }) => id === replacedInVain) ??
        lines.find(({ packState }) => packState === "open") ??
        lines[0]);
  const box = boxes.find(({ id }) => id !== null && id === chosenBox) ?? boxes.at(-1);
  const fieldText = fieldTextFor(
    typed,
    // By cut a weight is of none before it is added.
    byCut
      ? { id: place, name: undefined }
      : { id: isAdding ? (chosen ?? undefined) : current?.id, name: current?.productName },
    (sentence) =>
      setMessage((before) => ({
        tone: "warn",
        text: before ? `${before.text} ${sentence}` : sentence,
      })),
  );

  /** The line that is chosen for the next weight, or the one that is proposed for it. */
  function lineByCut(cut: ByCut, weight: CutWeight | null): ShownLine | undefined {
    return lines.find(({ id }) => id === chosen) ?? cut.propose(lines, weight);
  }

  /** The line that a question by cut is about, so that what is shown is what is asked about. */
  function lineAsked(): ShownLine | undefined {
    if (!byCut || !question) return undefined;
    if (question.kind === "twice" || question.kind === "confirm") {
      // Another weight is a weight of its own, and goes where that fits.
      const read = readTyped(typed.typed.text, unit);
      const isOther = read.kind === "weight" && Number(read.value) !== Number(question.op.value);
      return isOther ? undefined : lines.find(({ id }) => id === question.op.itemId);
    }
    if (question.kind === "instead") return lines.find(({ id }) => id === question.op.itemId);
    return "itemId" in question ? lines.find(({ id }) => id === question.itemId) : undefined;
  }

  /**
   * The weight in the field or on the scale; none while it is being typed, so that the order that is
   * shown doesn't change with each key.
   */
  function weightTyped(): CutWeight | null {
    if (!byCut) return null;
    const { text } = typed.typed;
    const read = readTyped(text, unit);
    if (read.kind === "weight") {
      return isWholeWeight(text) || text === settled ? byCut.net(read) : null;
    }
    if (read.kind !== "nothing") return null;
    const [waiting] = unwanted;
    return waiting ? byCut.net(waiting) : byCut.onScale;
  }

  /** The line that a reading goes to: the one it is for, or the one that is proposed for it by cut. */
  function lineFor(line: ShownLine, reading: CutReading | null): ShownLine | undefined {
    return byCut ? lineByCut(byCut, reading && byCut.net(reading)) : line;
  }

  const labels = useLabels(lines, sent.orderIdOf, (sentence) => say("warn", sentence));

  function say(tone: Tone, text: string) {
    beep(tone);
    setMessage({ tone, text });
  }

  /** Takes the question back, with the sentence that asked it. */
  function close() {
    if (question) setMessage(null);
    setQuestion(null);
  }

  /** Whether a line is over its maximum and nobody has said yet what becomes of the extra. */
  function isUnanswered(line: ShownLine): boolean {
    return line.packState === "open" && line.id !== extended && judgeLine(line) === "over";
  }

  function askOver(line: ShownLine, { isRefused = false } = {}) {
    setQuestion({ kind: "over", itemId: line.id });
    const sum = `${nameOf(line)}: ${formatLb(Number(line.packedLb))}, over the maximum.`;
    const refused = isRefused ? " Nothing was added." : "";
    say("stop", `${sum}${refused} What about the extra ${lbOver(line)} lb?`);
  }

  function askLot(
    { id }: ShownLine,
    { code = "", ops = [], moved = [], from = null }: Partial<LotQuestion> = {},
  ) {
    setQuestion({ kind: "lot", itemId: id, code, ops, moved, from });
  }

  /** To the next line that is open, after this one first; with what became of this one, if anything. */
  function goOn(from: string, done = "") {
    if (byCut) {
      setQuestion(null);
      setChosen(null);
      if (done) setMessage({ tone: "ok", text: done });
      return;
    }
    const next = nextOpen(lines, from);
    setQuestion(null);
    if (next) choose(next.id);
    const text = next ? done : `${done} All items are done. Finish the order.`.trim();
    if (text) setMessage({ tone: "ok", text });
  }

  function choose(id: string) {
    setChosen(id);
    setQuestion(null);
    setMessage(null);
    lastScan.current = "";
  }

  return {
    settings,
    sent,
    byCut,
    isChosen: chosen !== null && current?.id === chosen,
    weightTyped,
    settle,
    lineFor,
    labels,
    lines,
    boxes,
    box,
    waiting,
    current,
    isAdding,
    fieldText,
    message,
    setMessage,
    question,
    setQuestion,
    setChosen,
    unit,
    setUnit,
    isFinishing,
    setFinishing,
    chosenBox,
    setChosenBox,
    setExtended,
    lastDone,
    lastScan,
    heldText,
    unwanted,
    setUnwanted,
    lotFor,
    keep,
    say,
    close,
    isUnanswered,
    askOver,
    askLot,
    goOn,
    choose,
  };
}

export type StationState = ReturnType<typeof useStationState>;
