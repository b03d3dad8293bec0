import { useRef, useState } from "react";
import type { Lot } from "#app/features/lots/lots.ts";
import { toCents } from "#app/lib/money.ts";
import { netWeight } from "#app/lib/net-weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { formatLb } from "#app/lib/weight.ts";
import { isSuspect, judgeLine, type StationOrder } from "../packing.ts";
import { useScale } from "../scale/use-scale.ts";
import { parseScan } from "../scan/parse-scan.ts";
import type { ScanRule } from "../scan/scan-rules.ts";
import type { OpOf } from "../station-ops.ts";
import { meaningOf, type PackageReading } from "./read-scan.ts";
import { beep, type Tone } from "./station-sound.ts";
import { billedCents, readTyped, type ShownLine, shownLines } from "./station-view.ts";
import { useKeptLots } from "./use-kept-lots.ts";
import { useSentOrder } from "./use-sent-order.ts";

/** What the station asks before it goes on. Enter in the field says yes to most. */
export type Question =
  | { kind: "twice"; op: OpOf<"package"> }
  | { kind: "same"; op: OpOf<"package"> }
  | { kind: "short"; itemId: string }
  | { kind: "over"; itemId: string }
  | { kind: "lot"; itemId: string; code: string; op: OpOf<"package"> | null }
  | { kind: "add"; substitutes: string | null }
  | { kind: "finish"; cents: number };

export interface Message {
  tone: Tone;
  text: string;
}

interface StationSettings {
  order: StationOrder;
  rules: readonly ScanRule[];
  /** What scanners send for FNC1. */
  standIns: readonly string[];
  /** The Pacific day, for what has expired. */
  today: string;
}

/** Everything the packing station knows and does about one order. */
export function useStation({ order: loaded, rules, standIns, today }: StationSettings) {
  const sent = useSentOrder(loaded);
  const { order, lines, waiting } = sent;
  const { lotFor, keep } = useKeptLots(today);
  const scale = useScale();
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [unit, setUnit] = useState<"lb" | "kg">("lb");
  const [isFinishing, setFinishing] = useState(false);
  const lastScan = useRef("");

  const current =
    lines.find(({ id }) => id === chosen) ??
    lines.find(({ packState }) => packState === "open") ??
    lines[0];
  const openLines = lines.filter(({ packState }) => packState === "open").length;

  function say(tone: Tone, text: string) {
    beep(tone);
    setMessage({ tone, text });
  }

  /** Adds a package to a line, or asks first. */
  function pack(line: ShownLine, op: OpOf<"package">) {
    const net = netWeight({ value: op.value, unit: op.unit }, op.isNet ? 0 : line.tareG);
    if (!net || toCents(net.lb) < 5) {
      return say("stop", "A package weighs at least 0.05 lb net. Nothing was added.");
    }
    if (line.isTraced && !op.lotId) {
      setQuestion({ kind: "lot", itemId: line.id, code: "", op });
      return say("warn", `${line.productName} is traced. Choose its lot.`);
    }
    if (!op.isSure && isSuspect(line, net.lb, op.pieces ?? 1)) {
      setQuestion({ kind: "twice", op });
      return say(
        "stop",
        `${net.lb} lb is far from what is expected. Type or scan it again if it is right.`,
      );
    }
    sent.add(op);
    setQuestion(null);
    const packed = toCents(line.packedLb) + toCents(net.lb);
    const after = shownLines(order, [...waiting, { id: op.requestId, op }], new Date());
    const verdict = judgeLine(after.find(({ id }) => id === line.id) ?? line);
    const sum = `${line.productName}: ${formatLb(packed / 100)}`;
    if (verdict === "over") return say("warn", `${sum}, more than was promised`);
    say("ok", verdict === "ok" ? `${sum}, as ordered` : sum);
  }

  function packageOf(line: ShownLine, reading: PackageReading): OpOf<"package"> {
    return {
      kind: "package",
      requestId: newUuid(),
      itemId: line.id,
      pieces: null,
      rawScan: "",
      serial: null,
      isNet: false,
      lotId: lotFor(line)?.id ?? null,
      isSure: false,
      ...reading,
      value: inThousandths(reading.value),
    };
  }

  /** What was typed or scanned into the field, and Enter. */
  function enter(text: string) {
    const typed = readTyped(text, unit);
    if (typed.kind === "nothing") return question ? answerYes() : takeWeight();
    if (typed.kind === "scan") return scan(text);
    if (!current) return;
    const { value, unit: inUnit, pieces } = typed;
    const reading = { value, unit: inUnit, source: "typed" as const };
    const op = packageOf(current, { ...reading, pieces });
    if (question?.kind === "twice") {
      const { op: first } = question;
      const isSame =
        first.itemId === op.itemId &&
        first.unit === op.unit &&
        Number(first.value) === Number(op.value);
      setQuestion(null);
      return pack(current, { ...op, isSure: isSame });
    }
    setQuestion(null);
    pack(current, op);
  }

  function scan(text: string) {
    if (question?.kind === "twice" && question.op.rawScan === text) {
      const line = lines.find(({ id }) => id === question.op.itemId);
      setQuestion(null);
      if (line) pack(line, { ...question.op, isSure: true });
      return;
    }
    const read = parseScan(text, { rules, standIns, today });
    setQuestion(null);
    const isRepeated = lastScan.current === text;
    lastScan.current = text;
    const meaning = meaningOf(read, text, lines, today);
    if (meaning.kind === "refused") return say("stop", meaning.text);
    const { line } = meaning;
    setChosen(line.id);
    if (meaning.kind === "shown") return say("ok", meaning.text);
    if (meaning.kind === "weight asked") return say("warn", meaning.text);
    const { reading, lotCode } = meaning;
    const op = packageOf(line, reading);
    if (lotCode && lotFor(line)?.code !== lotCode) {
      setQuestion({ kind: "lot", itemId: line.id, code: lotCode, op });
      return say("warn", `Lot ${lotCode} of ${line.productName}: choose or add it`);
    }
    if (isRepeated && !op.serial) return askSame(op);
    pack(line, op);
  }

  /** Adds what is on the scale, once it stands still and was empty since the last package. */
  function takeWeight() {
    if (!current || scale.status !== "on") return;
    const taken = scale.take();
    if (!taken.reading) return say("stop", taken.refused);
    const { value, unit: inUnit, isNet, raw } = taken.reading;
    pack(
      current,
      packageOf(current, { value, unit: inUnit, isNet, source: "scale", rawScan: raw }),
    );
  }

  function askSame(op: OpOf<"package">) {
    setQuestion({ kind: "same", op });
    say("warn", "Second package of the same weight? Press Enter to add it.");
  }

  /** Enter without anything typed: yes to the question. */
  function answerYes() {
    if (question?.kind === "same") {
      const line = lines.find(({ id }) => id === question.op.itemId);
      setQuestion(null);
      if (line) pack(line, question.op);
    } else if (question?.kind === "short") {
      finishLine(question.itemId, { isShort: true });
    } else if (question?.kind === "finish") {
      void finalise(question.cents);
    }
  }

  /** Marks a line as done and goes to the next, or asks first. */
  function nextLine() {
    if (!current) return;
    if (current.packState !== "open") return goOn(current.id);
    if (toCents(current.packedLb) === 0) return goOn(current.id);
    const verdict = judgeLine(current);
    if (verdict === "ok") return finishLine(current.id, {});
    setQuestion({ kind: verdict === "under" ? "short" : "over", itemId: current.id });
    if (verdict === "under") return say("warn", "Less than was ordered. Press Enter to accept.");
    say("stop", "This costs more than was promised.");
  }

  function markShort() {
    if (current?.packState !== "open") return;
    setQuestion({ kind: "short", itemId: current.id });
    const isNone = toCents(current.packedLb) === 0;
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
    setQuestion(null);
    goOn(itemId);
  }

  /** To the next line that is open, after this one first. */
  function goOn(from: string) {
    const at = lines.findIndex(({ id }) => id === from);
    const after = [...lines.slice(at + 1), ...lines.slice(0, at)];
    const next = after.find(({ packState }) => packState === "open");
    setQuestion(null);
    if (next) return choose(next.id);
    setMessage({ tone: "ok", text: "All lines are done. Press f to finish the order." });
  }

  function choose(id: string) {
    setChosen(id);
    setQuestion(null);
    setMessage(null);
    lastScan.current = "";
  }

  function undo() {
    const last = current?.packages.at(-1);
    if (last) voidPackage(last.id);
  }

  function voidPackage(packageId: string) {
    sent.add({ kind: "void", packageId, reason: "" });
    lastScan.current = "";
    say("ok", "Taken back.");
  }

  function askFinish() {
    if (openLines > 0) {
      const text =
        openLines === 1 ? "One line is not done yet." : `${openLines} lines are not done yet.`;
      return say("stop", text);
    }
    setQuestion({ kind: "finish", cents: billedCents(lines) });
    say("warn", "Finish this order and issue its invoice? Press Enter.");
  }

  async function finalise(askedCents: number) {
    setFinishing(true);
    const problem = await sent.finalise(askedCents);
    setFinishing(false);
    setQuestion(null);
    if (problem) say("stop", problem);
    else say("ok", "Finished. The invoice was issued.");
  }

  function setLot(line: ShownLine, lot: Lot) {
    keep(line, lot);
    const op = question?.kind === "lot" ? question.op : null;
    setQuestion(null);
    if (op) pack(line, { ...op, lotId: lot.id });
  }

  return {
    order,
    lines,
    current,
    openLines,
    waiting,
    connection: sent.connection,
    refusals: sent.refusals,
    scale,
    message,
    question,
    unit,
    isFinishing,
    lotFor,
    enter,
    scan,
    nextLine,
    markShort,
    finishLine,
    choose,
    undo,
    voidPackage,
    askFinish,
    takeWeight,
    answerYes,
    setLot,
    setUnit,
    ask: setQuestion,
    reopen: (itemId: string) => sent.add({ kind: "reopen", itemId }),
    nextBox: () => sent.add({ kind: "box", after: order.boxCount }),
    addLine: (op: Omit<OpOf<"add">, "kind" | "requestId">) => {
      sent.add({ kind: "add", requestId: newUuid(), ...op });
      setQuestion(null);
    },
    forget: sent.forget,
    retryNow: sent.retryNow,
  };
}

export type Station = ReturnType<typeof useStation>;

/** Labels may have up to five decimals; a reading is stored with three. */
function inThousandths(value: string): string {
  return /\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value;
}
