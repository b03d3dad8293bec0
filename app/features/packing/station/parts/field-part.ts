import { z } from "zod";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import {
  piecesHint,
  piecesWithoutWeight,
  readTyped,
  type TypedWeight,
} from "#app/domain/packages/typed-weight.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";
import { meaningOf, readLotEntry, tooMuchInWords } from "../read-scan.ts";
import { inUnit, isHeld, type ShownLine, waitsForLot, waitsInWords } from "../station-view.ts";
import type { BoxPart } from "./box-part.ts";
import type { LinePart } from "./line-part.ts";
import type { LotPart } from "./lot-part.ts";
import type { PackagePart } from "./package-part.ts";
import type { StationState } from "./station-state.ts";

/** Answer to `GET /api/packing/{order}`: a package's weight, calculated from its label's price. */
const labelWeight = z.object({ value: z.string(), unit: z.enum(weightUnits) });

const timeoutMs = 4000;

/**
 * Asks the shop for the weight of a package whose label only has a price, which stays on the
 * server; null without a price by weight or an answer.
 */
async function askLabelWeight(orderId: string, itemId: string, priceCents: number) {
  const asked = new URLSearchParams({ line: itemId, cents: String(priceCents) });
  try {
    const response = await fetch(`/api/packing/${orderId}?${asked}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? labelWeight.parse(await response.json()) : null;
  } catch {
    // No network: the packer types the weight.
    return null;
  }
}

/** Asks the shop which package a label of ours is of; null without an answer. */
async function askLabel(orderId: string, label: string): Promise<string | null> {
  try {
    const response = await fetch(`/api/packing/${orderId}?${new URLSearchParams({ label })}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? z.object({ text: z.string() }).parse(await response.json()).text : null;
  } catch {
    // No network: the page says what it knows itself.
    return null;
  }
}

interface OtherParts {
  packages: PackagePart;
  lines: LinePart;
  lots: LotPart;
  boxes: BoxPart;
}

/** For a weight on the cut station that isn't added until the packer chooses an order. */
const unwantedYet = "No order wants more of it. Choose one and press Enter to add it all the same.";
const nobody = "No order wants more of it. Nothing was added.";
const boxesApart = "Here packages go into the last box of their order. Scan a box at the order.";

/** The station's one field, which takes weights, scans, and Enter as the answer to a question. */
export function fieldPart(
  state: StationState,
  { packages, lots, lines: ofLines, boxes }: OtherParts,
) {
  const { lines, current, question, unit, settings, byCut } = state;
  const { lastScan, heldText, say, close, setQuestion, setChosen, isUnanswered, askOver, keep } =
    state;
  const { pack, packageOf, waitForLot, takeWeight } = packages;
  const { finishLine, finalise } = ofLines;
  const { rules, standIns, today } = settings;

  /** Handles typed or scanned text; returns false if it was refused and stays in the field. */
  function enter(text: string): boolean {
    const typed = readTyped(text, unit);
    if (typed.kind === "weight" && isHeld(question)) return enterHeld(text);
    if (/^\s*[-−–]\s*[\d.,]+\s*(lb|kg|g)?\s*$/i.test(text)) {
      say("stop", "A weight is more than 0. Nothing was added.");
      return false;
    }
    if (piecesWithoutWeight(text) !== null) {
      say("stop", piecesHint);
      return false;
    }
    heldText.current = null;
    if (typed.kind === "weight" && waitsForLot(question)) return packages.holdForLot(typed);
    if (typed.kind === "scan" && waitsForLot(question) && isLotCode(text)) {
      lots.scanLot(codeAsKnown(text), question);
      return true;
    }
    if (typed.kind === "weight" && question?.kind === "reweigh") {
      packages.reweigh(typed, text.trim());
      return true;
    }
    if (typed.kind === "weight" && !current) {
      if (byCut) return enterUnwanted(typed);
      say("warn", "The line is still being added. Wait a moment.");
      return false;
    }
    if (typed.kind === "weight" && state.unwanted.length > 0) return enterUnwanted(typed);
    if (typed.kind === "weight" && current && isUnanswered(current)) {
      askOver(current, { isRefused: true });
      return false;
    }
    const tooMuch = typed.kind === "scan" ? tooMuchInWords(text, settings.lots) : null;
    if (tooMuch) {
      say("stop", tooMuch);
      return false;
    }
    if (typed.kind === "weight") enterWeight(typed);
    else if (typed.kind === "scan") scan(text);
    else if (question) answerYes();
    else if (state.unwanted.length > 0) addUnwanted();
    else takeWeight();
    return true;
  }

  /** True for text that no scanner sends, typed while a lot is asked for. */
  function isLotCode(text: string): boolean {
    const isScan = parseScan(text, { rules, standIns, today }).kind !== "refused";
    return !isScan && !/^\s*\d{6,}\s*$/.test(text) && text.trim().length <= 40;
  }

  /** Returns a typed code in the lot's own spelling. */
  function codeAsKnown(text: string): string {
    const typed = text.trim().toLowerCase();
    return settings.lots.find(({ code }) => code.toLowerCase() === typed)?.code ?? text.trim();
  }

  /**
   * Sets aside a cut weight that no order wants, to free the field for the next. If there is one
   * already, asks which of them counts.
   */
  function enterUnwanted(typed: TypedWeight): boolean {
    const last = state.unwanted.at(-1);
    if (!last) {
      setQuestion(null);
      state.setUnwanted([typed]);
      say("stop", unwantedYet);
      return true;
    }
    setQuestion({ kind: "unwanted", weight: typed });
    say(
      "stop",
      `${inUnit(last)} is not added yet. ${inUnit(typed)} instead of it? Choose below, or press Enter.`,
    );
    return true;
  }

  function keepUnwanted({ isBoth }: { isBoth: boolean }) {
    if (question?.kind !== "unwanted") return;
    const kept = [...(isBoth ? state.unwanted : state.unwanted.slice(0, -1)), question.weight];
    close();
    state.setUnwanted(kept);
    say("warn", `${waitsInWords(kept)} Choose one and press Enter.`);
  }

  function addUnwanted() {
    const [first, ...others] = state.unwanted;
    if (!first) return;
    if (!current) return say("stop", unwantedYet);
    if (isUnanswered(current)) return askOver(current, { isRefused: true });
    if (current.packState === "open") state.setUnwanted(others);
    const { value, unit: ofUnit, pieces } = first;
    pack(current, packageOf(current, { value, unit: ofUnit, source: "typed", pieces }));
  }

  function forgetUnwanted() {
    if (state.unwanted.length === 0) return;
    state.setUnwanted([]);
    say("ok", "Nothing was added.");
  }

  /**
   * Holds a weight typed while the station asks how to leave a line, so that it is never booked on
   * another line. A second Enter gives the answer if there is only one.
   */
  function enterHeld(text: string): boolean {
    if (question?.kind !== "short") {
      say(
        "stop",
        question?.kind === "over"
          ? "Choose one. The weight stays here until then."
          : "Answer the question first. Esc goes back.",
      );
      return false;
    }
    if (heldText.current !== text) {
      heldText.current = text;
      say("stop", "Answer the question first: Enter accepts, Esc goes back.");
      return false;
    }
    heldText.current = null;
    finishLine(question.itemId, { isShort: true });
    return false;
  }

  function enterWeight(typed: TypedWeight) {
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
      if (isSame) {
        close();
        return pack(current, { ...op, isSure: true });
      }
      if (byCut) return askInstead(first, op, `${value} ${inUnit}`);
    } else if (question?.kind === "confirm" && byCut) {
      return askInstead(question.op, op, `${value} ${inUnit}`);
    }
    close();
    pack(current, op);
  }

  /** Each cut package may be for another order, so a waiting weight isn't taken for a typo. */
  function askInstead(first: OpOf<"package">, op: OpOf<"package">, text: string) {
    setQuestion({ kind: "instead", first, op, text });
    say(
      "stop",
      `${inUnit(first)} is not added yet. ${inUnit(op)} instead of it? Choose below, or press Enter.`,
    );
  }

  /** Adds the first of two packages and leaves the second in the field, to show its order. */
  function addBoth() {
    if (question?.kind !== "instead") return;
    const { first, text } = question;
    const line = lines.find(({ id }) => id === first.itemId);
    close();
    if (!line) return;
    pack(line, { ...first, isSure: true });
    state.fieldText.setText(text);
  }

  function scan(text: string) {
    if (question?.kind === "twice" && question.op.rawScan === text) {
      const line = lines.find(({ id }) => id === question.op.itemId);
      close();
      if (line) pack(line, { ...question.op, isSure: true });
      return;
    }
    const read = parseScan(text, { rules, standIns, today });
    const where = byCut ? "what is weighed here" : "in this order";
    const meaning = meaningOf(read, text, lines, { today, where });
    if (question?.kind === "lot" && question.ops.length > 0 && meaning.kind !== "lot") {
      // Closing the question would lose the weight that waits for its lot.
      if (meaning.kind !== "weighed" || meaning.lotCode) {
        return say("stop", "Choose the lot first. Nothing was added.");
      }
      const line = state.lineFor(meaning.line, meaning.reading);
      if (!line) return say("stop", nobody);
      return void waitForLot(line, packageOf(line, meaning.reading));
    }
    const waiting = byCut && (question?.kind === "twice" || question?.kind === "confirm");
    const first = waiting ? question.op : null;
    // A refused lot leaves its question open.
    if (meaning.kind !== "lot" || question?.kind !== "lot") close();
    const isRepeated = lastScan.current === text;
    lastScan.current = text;
    if (meaning.kind === "refused") return say("stop", meaning.text);
    if (meaning.kind === "elsewhere") return void sayWhere(meaning, text);
    if (meaning.kind === "box" && byCut) return say("stop", boxesApart);
    if (meaning.kind === "box") return boxes.goToBox(meaning.labelNumber);
    if (meaning.kind === "lot") return lots.scanLot(meaning.lotCode, question);
    if (meaning.kind === "shown" && byCut) return say("ok", meaning.text);
    const line = state.lineFor(meaning.line, meaning.kind === "weighed" ? meaning.reading : null);
    if (!line) return say("stop", nobody);
    if (!byCut) setChosen(line.id);
    if (meaning.kind === "shown") return say("ok", meaning.text);
    if (meaning.kind === "weight asked") return say("warn", meaning.text);
    if (meaning.kind === "priced") return void weighByPrice(line, meaning.priceCents, text);
    const { reading, lotCode } = meaning;
    const op = packageOf(line, reading);
    if (lotCode) {
      const lot = lots.knownLot(line, lotCode, { ops: [op] });
      if (!lot) return;
      keep(line, lot);
      op.lotId = lot.id;
    }
    if (first && first.rawScan !== text) return askInstead(first, op, text);
    if (isRepeated && !op.serial) {
      return askFirst(op, "Second package of the same weight? Press Yes or Enter to add it.");
    }
    pack(line, op);
  }

  /** Says at once what the page knows of our label, and then what the shop knows. */
  async function sayWhere({ text: known, label }: { text: string; label: string }, text: string) {
    say("stop", known);
    const [line] = lines;
    const told = line && (await askLabel(state.sent.orderIdOf(line), label));
    // Something else was scanned or typed meanwhile.
    if (told && lastScan.current === text) state.setMessage({ tone: "stop", text: told });
  }

  async function weighByPrice(line: ShownLine, priceCents: number, text: string) {
    say("warn", `${line.productName}: looking up the label’s price`);
    const weight = await askLabelWeight(state.sent.orderIdOf(line), line.id, priceCents);
    // Something else was scanned or typed meanwhile.
    if (lastScan.current !== text) return;
    const name = line.productName;
    if (!weight) return say("warn", `${name}: the label has a price, type the weight`);
    const reading = { ...weight, source: "derived" as const, isNet: true, rawScan: text };
    const inWords = `${weight.value} ${weight.unit}`;
    const to = state.lineFor(line, reading);
    if (!to) return say("stop", nobody);
    askFirst(
      packageOf(to, reading),
      `${name}: ${inWords} by the label’s price. Press Yes or Enter to add it.`,
    );
  }

  function askFirst(op: OpOf<"package">, text: string) {
    setQuestion({ kind: "confirm", op });
    say("warn", text);
  }

  /** Enter on an empty field answers yes to the question. */
  function answerYes() {
    if (question?.kind === "confirm" || question?.kind === "instead") {
      const line = lines.find(({ id }) => id === question.op.itemId);
      close();
      if (line) pack(line, question.op);
    } else if (question?.kind === "short") {
      finishLine(question.itemId, { isShort: true });
    } else if (question?.kind === "finish") {
      void finalise(question.packedAs);
    } else if (question?.kind === "cut done") {
      ofLines.finishCut();
    } else if (question?.kind === "unwanted") {
      keepUnwanted({ isBoth: false });
    } else if (question?.kind === "over") {
      say("stop", "Choose one.");
    }
  }

  return {
    enter,
    scan,
    answerYes,
    addBoth,
    keepUnwanted,
    forgetUnwanted,
    readLot: (text: string, before: string) =>
      readLotEntry(text, before, unit, (code) => parseScan(code, { rules, standIns, today })),
  };
}
