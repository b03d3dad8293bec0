import { orderName } from "#app/domain/orders/order.ts";
import { type CutWeight, fits, hasShare, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { judgeLine, type OtherOrder } from "#app/domain/packages/packing.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import type { TypedWeight } from "#app/domain/packages/typed-weight.ts";
import { isFarAbove, isSuspect, usualLb } from "#app/domain/packages/typed-weight.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { formatLb, lbIn, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import type { useScale } from "../../scale/use-scale.ts";
import { type PackageReading, whyNotFrom } from "../read-scan.ts";
import {
  addedInWords,
  inUnit,
  isHeld,
  lastOwn,
  lowered,
  nameOf,
  type ShownLine,
  waitsInWords,
} from "../station-view.ts";
import { overdrawnInWords, overdrawnLots } from "./lots-of-line.ts";
import type { Act, StationState } from "./station-state.ts";

/** Actions on packages: adding a weight and taking it back. */
export function packagePart(state: StationState, scale: ReturnType<typeof useScale>) {
  const { sent, lines, current, question, ownBox, byCut } = state;
  const { acts, lastScan, lotFor, keep, say, close, askLot, askOver, setQuestion, setChosen } =
    state;
  const { isUnanswered, setExtended, settings } = state;

  function pack(line: ShownLine, op: OpOf<"package">) {
    if (line.packState === "substituted") return say("stop", replacedInWords(line));
    if (line.packState !== "open") {
      return say("stop", `${nameOf(line)} is done. Open it again to add to it.`);
    }
    if (isUnanswered(line)) return askOver(line, { isRefused: true });
    const net = netWeight({ value: op.value, unit: op.unit }, op.isNet ? 0 : line.tareG);
    if (!net || toHundredthsLb(net.lb) < 5) {
      return say(
        "stop",
        `A package weighs at least ${lbIn(op.unit, "0.05")} net. Nothing was added.`,
      );
    }
    const doubt = op.isSure ? null : doubtOf(line, { ...op, netLb: net.lb });
    if (doubt) {
      setQuestion({ kind: "twice", op });
      return say("stop", `${doubt} Type or scan it again if it is right.`);
    }
    if (line.isTraced && !op.lotId) {
      askLot(line, { ops: [{ ...op, isSure: true }] });
      return say("warn", `${line.productName} is traced. Choose its lot.`);
    }
    const lot = settings.lots.find(({ id }) => id === op.lotId);
    const why = lot && whyNotFrom(lot, settings.today);
    if (lot && why) {
      // The lot is remembered across orders, even after someone puts it on hold.
      askLot(line, { ops: [{ ...op, isSure: true }] });
      return say("stop", `Lot ${lot.code} ${why}. Choose another lot: nothing was added yet.`);
    }
    const waitsFor = sent.waitsFor(op);
    if (waitsFor) return say("stop", waitsFor);
    add(line, [op]);
  }

  /** Adds packages without further questions, except about a line that goes over its maximum. */
  function add(line: ShownLine, ops: readonly OpOf<"package">[]) {
    for (const op of ops) {
      state.labels.await(op.requestId);
      sent.add(op);
      acts.current.push({ kind: "added", requestId: op.requestId });
      state.setLastId(op.requestId);
    }
    setExtended(null);
    close();
    if (byCut) setChosen(null);
    const after = sent.linesWith(ops);
    const packed = after.find(({ id }) => id === line.id) ?? line;
    const verdict = judgeLine(packed);
    if (verdict === "over") return askOver(packed);
    const isShare = verdict === "under" && hasShare(packed) && !wantsMore(packed);
    const ending = verdict === "ok" ? ", as ordered" : isShare ? ", all of its share" : "";
    // The lot is remembered across orders, so it is stated each time: a packer who has started
    // another lot notices.
    const lotId = ops[0]?.lotId;
    const known = [...settings.lots, ...[lotFor(line) ?? []].flat()];
    const lot = known.find(({ id }) => id === lotId)?.code;
    const added = packed.packages.filter((one) =>
      ops.some(({ requestId }) => requestId === one.requestId),
    );
    const words = addedInWords(line, added, { packedLb: packed.packedLb, lot, ending });
    const books = overdrawnLots(settings.lots, after, sent.loadedLines).find(
      ({ id }) => id === lotId && !state.saidOverdrawn.current.has(id),
    );
    if (!books) return say("ok", words);
    state.saidOverdrawn.current.add(books.id);
    say("warn", `${words}. ${overdrawnInWords(books, added)}`);
  }

  /** Says, in its unit, why a weight is needed twice: a misplaced decimal point is likely. */
  function doubtOf(
    line: ShownLine,
    { netLb, unit, pieces }: { netLb: string; unit: WeightUnit; pieces: number | null },
  ): string | null {
    if (isSuspect(line, netLb, pieces ?? 1)) {
      return `${lbIn(unit, netLb)} is far from what is expected.`;
    }
    // The weight of a piece is known.
    if (line.soldBy === "piece") return null;
    const soFar = lines
      .filter(({ id, productId }) => id === line.id || (productId && productId === line.productId))
      .flatMap(({ packages }) => packages)
      .map((one) => one.netLb);
    if (!isFarAbove(netLb, soFar)) return null;
    return `${lbIn(unit, netLb)} is far above the packages so far, of about ${lbIn(unit, usualLb(soFar) ?? "")}.`;
  }

  function replacedInWords({ id, productName }: ShownLine): string {
    const sentInstead = lines.find(({ substitutesItemId }) => substitutesItemId === id);
    const instead = sentInstead?.productName ?? "another product";
    return `${productName} was replaced by ${instead}. Nothing was added.`;
  }

  function packageOf(line: ShownLine, reading: PackageReading): OpOf<"package"> {
    const value = inThousandths(reading.value);
    return {
      kind: "package",
      requestId: newUuid(),
      itemId: line.id,
      pieces: null,
      rawScan: "",
      serial: null,
      isNet: false,
      lotId: lotFor(line, { ...reading, value })?.id ?? null,
      boxId: "id" in ownBox ? ownBox.id : null,
      isSure: false,
      ...reading,
      value,
      ...(isProposed(line, reading) && { isProposed: true }),
    };
  }

  /** True if the shop proposed the line by weight; someone else may have filled it since. */
  function isProposed(line: ShownLine, reading: PackageReading): boolean {
    const weight = !state.isChosen && byCut?.net(reading);
    return Boolean(weight) && fits(line, weight as CutWeight);
  }

  /** Adds a package that was refused for another line to this one, as weighed. */
  function giveTo(line: ShownLine, op: OpOf<"package">) {
    const { itemId: _, requestId: __, boxId: ___, isProposed: ____, ...weighed } = op;
    pack(line, packageOf(line, { ...weighed, isSure: true }));
  }

  /** A weight or scan entered while a lot is asked for waits for it, too. */
  function holdForLot(typed: TypedWeight): boolean {
    const line = question?.kind === "lot" && lines.find(({ id }) => id === question.itemId);
    if (!line) return false;
    const { value, unit: ofUnit, pieces } = typed;
    return waitForLot(line, packageOf(line, { value, unit: ofUnit, source: "typed", pieces }));
  }

  /** Returns false if the weight wasn't accepted and has to stay in the field. */
  function waitForLot(line: ShownLine, op: OpOf<"package">): boolean {
    if (question?.kind !== "lot" || question.itemId !== line.id || question.moved.length > 0) {
      say("stop", "Choose the lot first. Nothing was added.");
      return false;
    }
    const net = netWeight({ value: op.value, unit: op.unit }, op.isNet ? 0 : line.tareG);
    if (line.packState !== "open" || !net || toHundredthsLb(net.lb) < 5) {
      pack(line, op);
      return true;
    }
    if (question.ops.length === 0 && isUnanswered(line)) {
      pack(line, op);
      return true;
    }
    const doubt = op.isSure ? null : doubtOf(line, { ...op, netLb: net.lb });
    if (doubt) {
      say("stop", `${doubt} Nothing was added: choose the lot, then press Enter again.`);
      return false;
    }
    setQuestion({ ...question, ops: [...question.ops, { ...op, isSure: true }] });
    say("warn", `${lbIn(op.unit, net.lb)} is added once its lot is chosen.`);
    return true;
  }

  /** Adds the weight on the scale, if it is stable and the pan was empty since the last package. */
  function takeWeight() {
    if (scale.status === "on" && state.unwanted.length > 0) {
      return say("stop", `${waitsInWords(state.unwanted)} The package stays on the scale.`);
    }
    if (!current || scale.status !== "on") return;
    if (isHeld(question)) {
      return say("stop", "Answer the question first. The package stays on the scale.");
    }
    // Checked before the weight is read, so that it stays on the scale until this is answered.
    if (isUnanswered(current)) return askOver(current, { isRefused: true });
    const taken = scale.take();
    if (!taken.reading) return say("stop", taken.refused);
    const { value, unit: inUnit, isNet, raw } = taken.reading;
    pack(
      current,
      packageOf(current, { value, unit: inUnit, isNet, source: "scale", rawScan: raw }),
    );
  }

  /**
   * Undoes a weight held back by a question, else the last action on this page, else this packer's
   * last package in the order, and moves to its line.
   */
  function undo() {
    if (state.unwanted.length > 0) {
      close();
      state.setUnwanted(state.unwanted.slice(0, -1));
      return say("ok", "Nothing was added.");
    }
    if (
      question?.kind === "twice" ||
      question?.kind === "confirm" ||
      question?.kind === "instead"
    ) {
      close();
      state.heldText.current = null;
      state.fieldText.setText("");
      return say("ok", "Nothing was added.");
    }
    if (question?.kind === "lot" && question.ops.length > 0) {
      const [left, last] = [question.ops.slice(0, -1), question.ops.at(-1)];
      setQuestion(left.length > 0 ? { ...question, ops: left } : null);
      return say("ok", `${last ? inUnit(last) : "It"} was not added.`);
    }
    if (question?.kind === "reweigh") {
      close();
      state.fieldText.setText("");
      return say("ok", "Nothing was changed.");
    }
    close();
    while (acts.current.length > 0) {
      const act = acts.current.pop();
      if (act && takeBack(act)) return;
    }
    const last = lastOwn(lines);
    if (!last)
      return say(
        "stop",
        byCut
          ? "You have no package of this product to take back."
          : "You have no package in this order to take back.",
      );
    if (!byCut) setChosen(last.line.id);
    takeOff(last.package.id);
  }

  /** Returns false if there is nothing to undo, e.g. because it was refused. */
  function takeBack(act: Act): boolean {
    if (act.kind === "added") {
      const isIt = (one: { requestId: string }) => one.requestId === act.requestId;
      const line = lines.find(({ packages }) => packages.some(isIt));
      const added = line?.packages.find(isIt);
      if (!line || !added) return false;
      if (!byCut) setChosen(line.id);
      takeOff(added.id);
      return true;
    }
    const line = lines.find(({ id }) => id === act.itemId);
    if (!line) return false;
    if (act.kind === "done") {
      if (line.packState === "open") return false;
      sent.add({ kind: "reopen", itemId: line.id });
      setExtended(line.id);
      state.choose(line.id);
      say("ok", `${line.productName} is open again.`);
      return true;
    }
    const { itemId, packages, lot, undone } = act;
    const restored = packages.map((one) => ({ ...one, requestId: newUuid() }));
    sent.add({ kind: "restore", itemId, packages: restored });
    // Earlier acts on these packages have to undo the restored ones, which have new ids.
    const now = new Map(packages.map((one, at) => [one.requestId, restored[at]?.requestId]));
    acts.current = acts.current.map((one) => withPackages(one, now));
    if (lot) keep(line, lot);
    if (!byCut) setChosen(itemId);
    setExtended(itemId);
    const labelled = packages.filter(({ packageId: id }) => state.labels.wasPrinted({ id }));
    for (const { requestId } of restored) state.labels.await(requestId);
    // With automatic printing, the new label comes by itself.
    const isAsked = labelled.length > 0 && state.labels.way === "off";
    say("ok", isAsked ? `${undone} Print the label again.` : undone);
    return true;
  }

  function voidPackage(packageId: string) {
    const found = packageWith(packageId);
    if (!found) return;
    const { line, one } = found;
    acts.current.push({
      kind: "replaced",
      itemId: line.id,
      packages: [{ packageId, requestId: one.requestId, insteadOf: null }],
      lot: lotFor(line),
      undone: `${one.netLb} lb ${inOrOf(line)} is back.`,
    });
    takeOff(packageId);
  }

  function takeOff(packageId: string) {
    const found = packageWith(packageId);
    if (!found) return;
    const { line, one: taken } = found;
    const { lotId, lotCode } = taken;
    // The next weight is the same meat, so the line switches to the package's lot.
    const isOtherLot = lotId !== null && lotCode !== null && lotFor(line)?.id !== lotId;
    close();
    sent.add({ kind: "void", packageId, reason: "" });
    lastScan.current = "";
    const label = state.labels.wasPrinted(taken)
      ? ". Destroy its label."
      : taken.isWaiting
        ? ""
        : ". If it has a label, destroy it.";
    const from = line.owner ? `from ${nameOf(line)}` : line.productName;
    const done = `Took back ${taken.netLb} lb ${from}${label}`;
    const next = `${label ? "" : "."} The next is of its lot ${lotCode}, unless you choose another.`;
    say(label ? "warn" : "ok", isOtherLot ? `${done}${next}` : done);
  }

  function inOrOf(line: ShownLine): string {
    return line.owner ? `for ${nameOf(line)}` : line.productName;
  }

  function packageWith(packageId: string) {
    const isIt = (one: { id: string; requestId: string }) =>
      one.id === packageId || one.requestId === packageId;
    const line = lines.find(({ packages }) => packages.some(isIt));
    const one = line?.packages.find(isIt);
    return line && one ? { line, one } : undefined;
  }

  function askWeight(packageId: string) {
    const found = packageWith(packageId);
    if (!found) return;
    const { line, one } = found;
    if (!byCut) setChosen(line.id);
    setQuestion({
      kind: "reweigh",
      itemId: line.id,
      packageId,
      netLb: one.netLb,
      isSure: null,
    });
    say("warn", `${formatLb(Number(one.netLb))}: type its correct weight and press Enter.`);
  }

  /** Replaces a package by one with the correct weight; asks twice about an implausible one. */
  function reweigh(typed: TypedWeight, text: string) {
    if (question?.kind !== "reweigh") return;
    const found = packageWith(question.packageId);
    if (!found) {
      close();
      return say("stop", "Someone took this package off meanwhile. Nothing was changed.");
    }
    const { line, one } = found;
    const { value, unit: ofUnit, pieces } = typed;
    const net = netWeight({ value, unit: ofUnit }, line.tareG);
    if (!net || toHundredthsLb(net.lb) < 5) {
      return say(
        "stop",
        `A package weighs at least ${lbIn(ofUnit, "0.05")} net. Nothing was changed.`,
      );
    }
    const isSure = question.isSure === text;
    const doubt = isSure
      ? null
      : doubtOf(line, { netLb: net.lb, unit: ofUnit, pieces: pieces ?? one.pieces });
    if (doubt) {
      setQuestion({ ...question, isSure: text });
      return say("stop", `${doubt} Type it again if it is right.`);
    }
    const requestId = newUuid();
    acts.current.push({
      kind: "replaced",
      itemId: line.id,
      packages: [{ packageId: one.id, requestId: one.requestId, insteadOf: requestId }],
      lot: lotFor(line),
      undone: `${inOrOf(line)}: ${formatLb(Number(one.netLb))} again.`,
    });
    state.labels.await(requestId);
    const op = { kind: "reweigh", packageId: one.id, requestId } as const;
    const whole = { ...op, value, unit: ofUnit, pieces, isSure: true };
    sent.add(whole);
    setExtended(null);
    close();
    const packed = sent.linesWith([whole]).find(({ id }) => id === line.id) ?? line;
    const label = one.isWaiting ? "" : ` ${state.labels.toReplace(one)}`;
    const so = `${nameOf(line)}: ${formatLb(Number(net.lb))} instead of ${formatLb(Number(one.netLb))}.`;
    if (judgeLine(packed) === "over") return askOver(packed, { and: label });
    say(label ? "warn" : "ok", `${so} ${formatLb(Number(packed.packedLb))} so far.${label}`);
  }

  function askOrder(packageId: string) {
    const found = packageWith(packageId);
    if (!found) return;
    if (!byCut) setChosen(found.line.id);
    state.setMessage(null);
    setQuestion({ kind: "order", itemId: found.line.id, packageId });
  }

  /** Moves a package to the line of another order; Undo restores it. */
  function transfer(packageId: string, to: OtherOrder) {
    const found = packageWith(packageId);
    close();
    if (!found) return say("stop", "Someone took this package off meanwhile. Nothing was changed.");
    const { line, one } = found;
    const requestId = newUuid();
    const { orderId: toOrderId, itemId: toItemId } = to;
    acts.current.push({
      kind: "replaced",
      itemId: line.id,
      packages: [{ packageId: one.id, requestId: one.requestId, insteadOf: requestId }],
      lot: lotFor(line),
      undone: `${one.netLb} lb ${inOrOf(line)} is back.`,
    });
    const isHere = lines.some(({ id }) => id === toItemId);
    if (isHere) state.labels.await(requestId);
    sent.add({ kind: "transfer", packageId: one.id, requestId, toOrderId, toItemId });
    lastScan.current = "";
    const name = `${to.clientName}, ${lowered(orderName(to.orderNumber))}`;
    const label = isHere
      ? state.labels.toReplace(one)
      : state.labels.toReplace(one, `in ${lowered(orderName(to.orderNumber))}`);
    say("warn", `${formatLb(Number(one.netLb))} is in ${name}. ${label}`);
  }

  return {
    askOrder,
    transfer,
    giveTo,
    pack,
    add,
    packageOf,
    holdForLot,
    waitForLot,
    takeWeight,
    undo,
    voidPackage,
    askWeight,
    reweigh,
  };
}

export type PackagePart = ReturnType<typeof packagePart>;

/** Labels may have up to five decimals; readings are stored with three. */
function inThousandths(value: string): string {
  return /\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value;
}

/** Returns an act with the ids that its packages have since they were restored. */
function withPackages(act: Act, now: ReadonlyMap<string, string | undefined>): Act {
  if (act.kind === "added") return { ...act, requestId: now.get(act.requestId) ?? act.requestId };
  if (act.kind === "done") return act;
  const packages = act.packages.map((one) => ({
    ...one,
    insteadOf: one.insteadOf && (now.get(one.insteadOf) ?? one.insteadOf),
  }));
  return { ...act, packages };
}
