import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Lot } from "#app/features/lots/lots.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import { netWeight } from "#app/lib/net-weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { formatLb } from "#app/lib/weight.ts";
import { isSuspect, judgeLine, type StationOrder } from "../packing.ts";
import { labelSerial } from "../papers/label-gtin.ts";
import { parseScan, type Scan } from "../scan/parse-scan.ts";
import type { ScanRule } from "../scan/scan-rules.ts";
import type { OpOf } from "../station-ops.ts";
import { createOpQueue, type QueueState, type Refusal, sendOp } from "./op-queue.ts";
import { beep, type Tone } from "./station-sound.ts";
import { readTyped, type ShownLine, shownLines } from "./station-view.ts";

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

const unheard: QueueState = { waiting: [], line: "open" };

/** Everything the packing station knows and does about one order. */
export function useStation({ order: loaded, rules, standIns, today }: StationSettings) {
  const [answered, setAnswered] = useState(loaded);
  const order = answered.id === loaded.id && answered.version > loaded.version ? answered : loaded;
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [message, setMessage] = useState<Message | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [unit, setUnit] = useState<"lb" | "kg">("lb");
  const [lots, setLots] = useState<Record<string, Lot>>({});
  const [isFinishing, setFinishing] = useState(false);
  const lastScan = useRef("");
  const latest = useRef(order);

  useEffect(() => {
    if (order.version >= latest.current.version) latest.current = order;
  }, [order]);

  const queue = useMemo(
    () =>
      createOpQueue(loaded.id, {
        onOrder(stored) {
          latest.current = stored;
          setAnswered(stored);
        },
        onRefused: (refusal) => setRefusals((before) => [...before, refusal]),
      }),
    [loaded.id],
  );
  const { waiting, line: connection } = useSyncExternalStore(
    queue.subscribe,
    queue.getState,
    () => unheard,
  );
  useEffect(() => queue.start(), [queue]);
  useClaim(order);

  const lines = useMemo(() => shownLines(order, waiting, new Date()), [order, waiting]);
  const current =
    lines.find(({ id }) => id === chosen) ??
    lines.find(({ packState }) => packState === "open") ??
    lines[0];
  const openLines = lines.filter(({ packState }) => packState === "open").length;

  function say(tone: Tone, text: string) {
    beep(tone);
    setMessage({ tone, text });
  }

  function lotFor(line: ShownLine): Lot | undefined {
    return lots[line.productId ?? line.productName];
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
    queue.add(op);
    setQuestion(null);
    const packed = toCents(line.packedLb) + toCents(net.lb);
    const after = shownLines(order, [...waiting, { id: op.requestId, op }], new Date());
    const verdict = judgeLine(after.find(({ id }) => id === line.id) ?? line);
    const sum = `${line.productName}: ${formatLb(packed / 100)}`;
    if (verdict === "over") return say("warn", `${sum}, more than was promised`);
    say("ok", verdict === "ok" ? `${sum}, as ordered` : sum);
  }

  function packageOf(
    line: ShownLine,
    reading: Pick<OpOf<"package">, "value" | "unit" | "source"> & Partial<OpOf<"package">>,
  ): OpOf<"package"> {
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
    if (typed.kind === "nothing") return answerYes();
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
    handleScan(read, text, isRepeated);
  }

  function handleScan(read: Scan, text: string, isRepeated: boolean) {
    if (read.kind === "refused") return say("stop", read.message);
    if (read.kind === "package") return showPackage(read.id);
    const line = lineFor(lines, read);
    if (!line) return say("stop", notInOrder(read));
    setChosen(line.id);
    if (read.kind === "gtin") return say("warn", `${line.productName}: type the weight`);
    if (read.kind === "in-store") {
      if (!read.weight)
        return say("warn", `${line.productName}: the label has a price, type the weight`);
      const op = packageOf(line, { ...read.weight, source: "ean", isNet: true, rawScan: text });
      return isRepeated ? askSame(op) : pack(line, op);
    }
    if (read.expiresOn && read.expiresOn < today) {
      return say("stop", `This package expired on ${read.expiresOn}. Nothing was added.`);
    }
    if (!read.weight) return say("warn", `${line.productName}: the label has no weight, type it`);
    const own = lines
      .flatMap(({ packages }) => packages)
      .find(({ id }) => read.serial !== undefined && labelSerial(id) === read.serial);
    if (own) return showPackage(own.id);
    const serial = read.serial ? `${read.gtin ?? ""}:${read.serial}` : null;
    const op = packageOf(line, {
      ...read.weight,
      source: "gs1",
      isNet: true,
      rawScan: text,
      serial,
      pieces: read.pieces ?? null,
    });
    const lot = lotFor(line);
    if (read.lot && lot?.code !== read.lot) {
      setQuestion({ kind: "lot", itemId: line.id, code: read.lot, op });
      return say("warn", `Lot ${read.lot} of ${line.productName}: choose or add it`);
    }
    if (isRepeated && !serial) return askSame(op);
    pack(line, op);
  }

  function askSame(op: OpOf<"package">) {
    setQuestion({ kind: "same", op });
    say("warn", "Second package of the same weight? Press Enter to add it.");
  }

  function showPackage(id: string) {
    const line = lines.find(({ packages }) => packages.some((one) => one.id === id));
    if (!line) return say("stop", "This package is not in this order.");
    setChosen(line.id);
    say("ok", `This package is in ${line.productName}.`);
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
    queue.add({ kind: "finish", itemId, seenLb: line.packedLb, ...defaults, ...decided });
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
    queue.add({ kind: "void", packageId, reason: "" });
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

  /** Finishes the order if it is still as it was when the question was asked. */
  async function finalise(askedCents: number) {
    setFinishing(true);
    const isSent = await queue.whenSent();
    const now = latest.current;
    const isAsAsked = billedCents(shownLines(now, [], new Date())) === askedCents;
    const op = { kind: "finalise", version: now.version } as const;
    const answer = isSent && isAsAsked ? await sendOp(order.id, op) : null;
    setFinishing(false);
    setQuestion(null);
    if (!isSent) return say("stop", "Some packages are not sent yet. Wait for the network.");
    if (!isAsAsked) return say("stop", "Somebody changed this order meanwhile. Look at it again.");
    if (!answer) return say("stop", "The shop did not answer. Try again in a moment.");
    if (answer.kind === "signed out") return say("stop", "You are signed out. Sign in again.");
    if (answer.order) setAnswered(answer.order);
    if (answer.kind === "refused") return say("stop", answer.message);
    say("ok", "Finished. The invoice was issued.");
  }

  function setLot(line: ShownLine, lot: Lot) {
    setLots((before) => ({ ...before, [line.productId ?? line.productName]: lot }));
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
    connection,
    refusals,
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
    answerYes,
    setLot,
    setUnit,
    ask: setQuestion,
    reopen: (itemId: string) => queue.add({ kind: "reopen", itemId }),
    nextBox: () => queue.add({ kind: "box", after: order.boxCount }),
    addLine: (op: Omit<OpOf<"add">, "kind" | "requestId">) => {
      queue.add({ kind: "add", requestId: newUuid(), ...op });
      setQuestion(null);
    },
    forget: (refusal: Refusal) =>
      setRefusals((before) => before.filter((other) => other !== refusal)),
    retryNow: queue.retryNow,
  };
}

export type Station = ReturnType<typeof useStation>;

/** The claim lasts two minutes; a page that is open renews it. */
const claimMs = 60_000;

function useClaim({ id, status }: StationOrder) {
  const claim = useEffectEvent(() => {
    if (document.visibilityState === "visible") void sendOp(id, { kind: "claim" });
  });
  const isPending = status === "pending";
  useEffect(() => {
    if (!isPending) return;
    claim();
    const timer = setInterval(() => claim(), claimMs);
    return () => clearInterval(timer);
  }, [isPending]);
}

/** Labels may have up to five decimals; a reading is stored with three. */
function inThousandths(value: string): string {
  return /\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value;
}

/** What the invoice will come to before tax: of a line billed at the promise, no more than that. */
function billedCents(lines: readonly ShownLine[]): number {
  return sumCents(lines, ({ finalAmount, promisedAmount, overDecision }) => {
    const [packed, promised] = [toCents(finalAmount), toCents(promisedAmount)];
    return overDecision === "bill_promise" ? Math.min(packed, promised) : packed;
  });
}

/** The line that a scan is about: one that is still open first. */
function lineFor(lines: ShownLine[], read: Exclude<Scan, { kind: "refused" | "package" }>) {
  const isMeant = (line: ShownLine) =>
    read.kind === "in-store"
      ? line.itemNumber === read.itemNumber
      : read.gtin !== undefined && (line.gtin === read.gtin || line.labelGtin === read.gtin);
  const meant = lines.filter(isMeant);
  return meant.find(({ packState }) => packState === "open") ?? meant[0];
}

function notInOrder(read: Exclude<Scan, { kind: "refused" | "package" }>): string {
  const what =
    read.kind === "in-store" ? `Item ${read.itemNumber}` : `The product ${read.gtin ?? ""}`;
  return `${what.trim()} is not in this order. Nothing was added.`;
}
