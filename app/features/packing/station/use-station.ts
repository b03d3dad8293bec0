import type { StationOrder } from "#app/domain/packages/packing.ts";
import { type Scale, useScale } from "../scale/use-scale.ts";
import { boxPart } from "./parts/box-part.ts";
import { fieldPart } from "./parts/field-part.ts";
import { linePart } from "./parts/line-part.ts";
import { lotPart } from "./parts/lot-part.ts";
import { packagePart } from "./parts/package-part.ts";
import {
  type Question,
  type StationSettings,
  type StationState,
  useStationState,
} from "./parts/station-state.ts";
import { notDoneInWords, waitsForLot } from "./station-view.ts";
import { useSentOrder } from "./use-sent-order.ts";

/** State and actions of the packing station for one order. */
export function useStation({ order, ...settings }: StationSettings & { order: StationOrder }) {
  const scale = useScale();
  const { order: sentOrder, ...sent } = useSentOrder(order);
  const state = useStationState(settings, sent, order.id);
  return { order: sentOrder, ...packingParts(state, scale) };
}

export type Station = ReturnType<typeof useStation>;

/** Actions common to both stations, for one order or a cut across orders. */
export type PackingParts = ReturnType<typeof packingParts>;

/** Combines the parts of a station. */
export function packingParts(state: StationState, scale: Scale) {
  const { settings } = state;
  const packages = packagePart(state, scale);
  const lots = lotPart(state, packages);
  const lines = linePart(state);
  const boxes = boxPart(state);
  const field = fieldPart(state, { packages, lots, lines, boxes });
  const { sent } = state;

  return {
    path: sent.path,
    phoneOf: sent.phoneOf,
    orderIdOf: sent.orderIdOf,
    lines: state.lines,
    boxes: state.boxes,
    box: state.box,
    current: state.current,
    isAdding: state.isAdding,
    fieldText: state.fieldText,
    waiting: state.waiting,
    connection: sent.connection,
    refusals: sent.refusals,
    scale,
    message: state.message,
    question: state.question,
    unwanted: state.unwanted,
    say: state.say,
    unit: state.unit,
    isFinishing: state.isFinishing,
    isChosen: state.isChosen,
    weightTyped: state.weightTyped,
    lastAdded: state.lastAdded,
    setChosen: state.setChosen,
    labels: state.labels,
    overdrawn: state.overdrawn,
    lotFor: state.lotFor,
    knowsLots: settings.lots.length > 0,
    ...field,
    choose: state.choose,
    setUnit: state.setUnit,
    askLot: state.askLot,
    setLot: lots.setLot,
    setNoLot: lots.setNoLot,
    whyNotFrom: lots.whyNotFrom,
    holdForLot: packages.holdForLot,
    takeWeight: packages.takeWeight,
    giveTo: packages.giveTo,
    undo: packages.undo,
    voidPackage: packages.voidPackage,
    askWeight: packages.askWeight,
    askOrder: packages.askOrder,
    transfer: packages.transfer,
    nextLine: lines.nextLine,
    markShort: lines.markShort,
    finishLine: lines.finishLine,
    askFinish: lines.askFinish,
    askCutDone: lines.askCutDone,
    reopen: lines.reopen,
    addLine: lines.addLine,
    nextBox: boxes.nextBox,
    chooseBox: boxes.chooseBox,
    takeOutBox: boxes.takeOutBox,
    ask(next: Question | null) {
      const { question } = state;
      state.heldText.current = null;
      state.setMessage(null);
      state.setQuestion(next);
      const lost = next === null && waitsForLot(question);
      if (lost) state.say("warn", `${lost} ${lost.includes(",") ? "were" : "was"} not added.`);
      const left =
        next === null &&
        question?.kind === "over" &&
        state.lines.find(({ id }) => id === question.itemId);
      if (left) state.say("warn", notDoneInWords(left));
    },
    forget: sent.forget,
    retryNow: sent.retryNow,
  };
}
