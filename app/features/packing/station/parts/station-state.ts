import { useEffect, useRef, useState } from "react";
import type { LotToScan } from "#app/domain/lots/lots.ts";
import { type CutWeight, hundredthsLeft } from "#app/domain/packages/by-cut/by-cut.ts";
import { judgeLine } from "#app/domain/packages/packing.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { readTyped, type TypedWeight } from "#app/domain/packages/typed-weight.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { useLabels } from "../../labels/use-labels.ts";
import { useKeptLots } from "../kept/use-kept-lots.ts";
import { useKeptPlace } from "../kept/use-kept-place.ts";
import { type KeptWaits, useKeptWaits } from "../kept/use-kept-waits.ts";
import {
  type AddedPackage,
  isHeld,
  lbOver,
  nameOf,
  nextOpen,
  type OwnBox,
  ownBoxAmong,
  type ShownLine,
  waitsForLot,
  waitsInWords,
} from "../station-view.ts";
import type { Sent } from "../use-sent-order.ts";
import { fieldTextFor, useTyped } from "./field-text.ts";
import { lotsNow, overdrawnLots } from "./lots-of-line.ts";

/** Sounds of the station; each is also said in text. */
export type Tone = "ok" | "warn" | "stop";

const beeps: Record<Tone, { hz: number; seconds: number }> = {
  ok: { hz: 880, seconds: 0.08 },
  warn: { hz: 520, seconds: 0.18 },
  stop: { hz: 220, seconds: 0.4 },
};

let context: AudioContext | undefined;

/** Beeps if the browser allows it; some don't until the page was touched. Browser only. */
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

/** Questions asked before the station continues. Enter in the field answers yes to most. */
export type Question =
  | { kind: "twice"; op: OpOf<"package"> }
  /** Adds the package: a code scanned again, or a weight calculated from a label's price. */
  | { kind: "confirm"; op: OpOf<"package"> }
  /** A cut weight entered while another is unanswered: a correction or one more package. */
  | { kind: "instead"; op: OpOf<"package">; first: OpOf<"package">; text: string }
  /** A cut weight entered while an unwanted one is unanswered: a replacement or one more. */
  | { kind: "unwanted"; weight: TypedWeight }
  | { kind: "short"; itemId: string }
  | { kind: "over"; itemId: string }
  | {
      kind: "lot";
      itemId: string;
      code: string;
      ops: readonly OpOf<"package">[];
      /** Packages to move to another lot than they were packed with. */
      moved: readonly string[];
      from: { id: string; code: string } | null;
    }
  /** A package's correct weight, typed on the pad. */
  | { kind: "reweigh"; itemId: string; packageId: string; netLb: string; isSure: string | null }
  | { kind: "order"; itemId: string; packageId: string }
  | { kind: "add"; substitutes: string | null }
  | { kind: "finish"; packedAs: string }
  /** Whether to mark a cut's lines as done with what they have. */
  | { kind: "cut done"; done: number; short: number };

export type Act =
  | { kind: "added"; requestId: string }
  | { kind: "done"; itemId: string }
  /** Packages voided, or replaced because their lot, weight or order was wrong. */
  | {
      kind: "replaced";
      itemId: string;
      packages: readonly { packageId: string; requestId: string; insteadOf: string | null }[];
      lot: { id: string; code: string } | undefined;
      undone: string;
    };

export type LotQuestion = Extract<Question, { kind: "lot" }>;

interface Message {
  tone: Tone;
  text: string;
}

export interface StationSettings {
  rules: readonly ScanRule[];
  /** Characters that scanners send instead of FNC1. */
  standIns: readonly string[];
  today: string;
  /** The newest lots, which a scan may name. */
  lots: readonly LotToScan[];
}

/** The parts of a reading that determine its net weight. */
export type CutReading = Pick<OpOf<"package">, "value" | "unit"> &
  Partial<Pick<OpOf<"package">, "isNet" | "pieces">>;

/** For the cut station: each weight goes to the line proposed for it, unless one was chosen. */
export interface ByCut {
  propose: (lines: readonly ShownLine[], weight: CutWeight | null) => ShownLine | undefined;
  onScale: CutWeight | null;
  net: (reading: CutReading) => CutWeight | null;
}

/**
 * State shared by all parts of the station: the lines with unsent operations applied, the current
 * line and box, the open question and the last message. `place`, the order or the cut, is the key
 * for the packer's remembered place.
 */
export function useStationState(
  settings: StationSettings,
  sent: Sent,
  place: string,
  byCut: ByCut | null = null,
) {
  const { lines, boxes, waiting } = sent;
  const keptLots = useKeptLots(settings.today, lotsNow(settings.lots, lines, sent.loadedLines));
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setAsked] = useState<Question | null>(null);
  const refused = sent.refusals.length;
  useEffect(() => {
    // The refusal replaces the message of success at sending.
    if (refused > 0) setMessage((said) => (said?.tone === "ok" ? null : said));
  }, [refused]);
  const at = useKeptPlace(place);
  const [chosen, setChosen] = [at.place.line, at.setLine];
  const [unit, setUnit] = [at.place.unit, at.setUnit];
  const [isFinishing, setFinishing] = useState(false);
  const [keptBox, setOwnBox] = useState<OwnBox>(() => ({ above: (boxes.at(-1)?.number ?? 1) - 1 }));
  /** A line reopened over its maximum, which may get one more package. */
  const [extended, setExtended] = useState<string | null>(null);
  /** Since the page was loaded, oldest first; Undo reverts them from the end. */
  const acts = useRef<Act[]>([]);
  /** The code last scanned for the current line. */
  const lastScan = useRef("");
  /** The weight in the field that needs an answer and a second Enter. */
  const heldText = useRef<string | null>(null);
  /** Cut weights that no order wanted; each waits until an order is chosen for it. */
  const [unwanted, setUnwanted] = useState<readonly TypedWeight[]>([]);

  // A line just added isn't there yet; weights entered meanwhile must not go to another.
  const isAdding = waiting.some(({ op }) => op.kind === "add" && op.requestId === chosen);
  const refusedFor = sent.refusals.find(
    ({ op }) => op.kind === "add" && op.requestId === chosen,
  )?.op;
  const replacedInVain = refusedFor?.kind === "add" ? refusedFor.substitutes : null;
  const typed = useTyped(place);
  /** Request id of the package that was added last on this page. */
  const [lastId, setLastId] = useState<string | null>(null);
  const current = byCut
    ? (lineAsked() ?? lineByCut(byCut, weightTyped()))
    : isAdding
      ? undefined
      : (lines.find(({ id }) => id === chosen) ??
        lines.find(({ id }) => id === replacedInVain) ??
        lines.find(({ packState }) => packState === "open") ??
        lines[0]);
  const { box, own: ownBox } = ownBoxAmong(boxes, keptBox);
  if (ownBox !== keptBox) setOwnBox(ownBox);
  const fieldText = fieldTextFor(
    typed,
    // On the cut station, a weight belongs to no line until it is added.
    byCut
      ? { id: place, name: undefined }
      : { id: isAdding ? (chosen ?? undefined) : current?.id, name: current?.productName },
    (sentence) =>
      setMessage((before) => ({
        tone: "warn",
        text: before ? `${before.text} ${sentence}` : sentence,
      })),
  );

  function lineByCut(cut: ByCut, weight: CutWeight | null): ShownLine | undefined {
    return lines.find(({ id }) => id === chosen) ?? cut.propose(lines, weight);
  }

  /** Returns the line that a cut's open question is about, which is then shown. */
  function lineAsked(): ShownLine | undefined {
    if (!byCut || !question) return undefined;
    if (question.kind === "twice" || question.kind === "confirm") {
      // A different weight is a new one and goes where it fits.
      const read = readTyped(typed.typed.text, unit);
      const isOther = read.kind === "weight" && Number(read.value) !== Number(question.op.value);
      return isOther ? undefined : lines.find(({ id }) => id === question.op.itemId);
    }
    if (question.kind === "instead") return lines.find(({ id }) => id === question.op.itemId);
    return "itemId" in question ? lines.find(({ id }) => id === question.itemId) : undefined;
  }

  /** Reads the field as far as it is typed: "20." may go on. */
  function readAsTyped() {
    return readTyped(typed.typed.text.replace(/(\d)[.,]\s*$/, "$1"), unit);
  }

  /** The weight in the field as far as it is typed, or on the scale; it decides the order shown. */
  function weightTyped(): CutWeight | null {
    if (!byCut) return null;
    const read = readAsTyped();
    if (read.kind === "weight") return byCut.net(read);
    if (read.kind !== "nothing") return null;
    const [waiting] = unwanted;
    return waiting ? byCut.net(waiting) : byCut.onScale;
  }

  /** Returns the line for a reading: the given one, or on the cut station the proposed one. */
  function lineFor(line: ShownLine, reading: CutReading | null): ShownLine | undefined {
    return byCut ? lineByCut(byCut, reading && byCut.net(reading)) : line;
  }

  /** Returns the lot of a line's next package, by this reading or the weight in the field. */
  function lotFor(line: ShownLine, reading?: CutReading) {
    const read = reading ?? readAsTyped();
    const net =
      "value" in read ? netWeight(read, "isNet" in read && read.isNet ? 0 : line.tareG)?.lb : null;
    const lb = net ?? weightTyped()?.netLb;
    return keptLots.lotFor(line, {
      rest: hundredthsLeft(line),
      weight: lb ? toHundredthsLb(lb) : null,
    });
  }

  /**
   * Returns the package added last, whose destination is shown large until the next weight, line or
   * question; undefined if voided.
   */
  function lastAdded(): AddedPackage | undefined {
    if (lastId === null || question || chosen !== null) return undefined;
    if (typed.typed.text !== "" || weightTyped()) return undefined;
    return lines
      .flatMap((line) => line.packages.map((added) => ({ line, added })))
      .find(({ added }) => added.requestId === lastId);
  }

  /** Lots from which more is packed than they have by the books; each is reported once. */
  const overdrawn = overdrawnLots(settings.lots, lines, sent.loadedLines);
  const saidOverdrawn = useRef(new Set<string>());

  const labels = useLabels(lines, sent.orderIdOf, (sentence) => say("warn", sentence));

  const forLot = question?.kind === "lot" && question.ops.length > 0 ? question : null;
  useKeptWaits(place, { forLot, forOrder: unwanted }, waitAgain);

  /** Asks again about weights that an earlier visit left waiting, or says that they are lost. */
  function waitAgain(kept: KeptWaits) {
    if (kept.forOrder.length > 0) {
      setUnwanted(kept.forOrder);
      setMessage({ tone: "warn", text: waitsInWords(kept.forOrder) });
    }
    if (!kept.forLot) return;
    const { itemId, code, ops: all } = kept.forLot;
    const line = lines.find(({ id }) => id === itemId);
    const isAdded = ({ requestId }: OpOf<"package">) =>
      line?.packages.some((one) => one.requestId === requestId);
    const ops = all.filter((op) => !isAdded(op));
    const asked: Question = { kind: "lot", itemId, code, ops, moved: [], from: null };
    const waits = waitsForLot(asked);
    if (!waits) return;
    if (line?.packState === "open") {
      if (!byCut) setChosen(itemId);
      setAsked(asked);
      setMessage({ tone: "warn", text: `Not added yet: ${waits}. Choose the lot.` });
    } else {
      const why = line ? `${nameOf(line)} is done meanwhile` : "Its line is gone";
      setMessage({ tone: "stop", text: `${why}. Not added: ${waits}.` });
    }
  }

  /** Asks a question; null dismisses it. A weight typed meanwhile stays in the field. */
  function setQuestion(next: Question | null) {
    const { text } = typed.typed;
    if (isHeld(question) && !isHeld(next) && text !== "") typed.setStanding(text);
    setAsked(next);
  }

  function say(tone: Tone, text: string) {
    beep(tone);
    setMessage({ tone, text });
  }

  function close() {
    if (question) setMessage(null);
    setQuestion(null);
  }

  /** True if a line is over its maximum and nobody has decided about the extra yet. */
  function isUnanswered(line: ShownLine): boolean {
    return line.packState === "open" && line.id !== extended && judgeLine(line) === "over";
  }

  function askOver(line: ShownLine, { isRefused = false, and = "" } = {}) {
    setQuestion({ kind: "over", itemId: line.id });
    const sum = `${nameOf(line)}: ${formatLb(Number(line.packedLb))}, over the maximum.`;
    const refused = isRefused ? " Nothing was added." : "";
    say("stop", `${sum}${refused} What about the extra ${lbOver(line)} lb?${and}`);
  }

  function askLot(
    { id }: ShownLine,
    { code = "", ops = [], moved = [], from = null }: Partial<LotQuestion> = {},
  ) {
    setQuestion({ kind: "lot", itemId: id, code, ops, moved, from });
  }

  /** Moves to the next open line after this one, and reports this one's outcome. */
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
    lineFor,
    lastAdded,
    setLastId,
    labels,
    overdrawn,
    saidOverdrawn,
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
    ownBox,
    setOwnBox,
    setExtended,
    acts,
    lastScan,
    heldText,
    unwanted,
    setUnwanted,
    lotFor,
    keep: keptLots.keep,
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
