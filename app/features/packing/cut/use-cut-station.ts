import { type CutWeight, proposedLine } from "#app/domain/packages/by-cut/by-cut.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { useScale } from "../scale/use-scale.ts";
import {
  type ByCut,
  type CutReading,
  type StationSettings,
  useStationState,
} from "../station/parts/station-state.ts";
import { packingParts } from "../station/use-station.ts";
import type { CutBoard } from "./cut-board.ts";
import { useSentCut } from "./use-sent-cut.ts";

/** State and actions of the station for one product across a day's orders. */
export function useCutStation({ board, ...settings }: StationSettings & { board: CutBoard }) {
  const scale = useScale();
  const sent = useSentCut(board);
  const tareG = board.lines[0]?.tareG ?? 0;
  const { reading } = scale;
  const byCut: ByCut = {
    propose: proposedLine,
    net: (typed) => netOf(typed, tareG),
    onScale: scale.status === "on" && reading ? netOf(reading, tareG) : null,
  };
  const place = `${board.day} ${board.productId}`;
  return {
    board,
    net: byCut.net,
    ...packingParts(useStationState(settings, sent, place, byCut), scale),
  };
}

export type CutStationState = ReturnType<typeof useCutStation>;

/** Returns the package that a reading makes; null if it isn't a reading or weighs too little. */
function netOf({ value, unit, isNet, pieces }: CutReading, tareG: number): CutWeight | null {
  const [whole = "", fraction = ""] = value.split(".");
  // An empty scale may read below zero, and labels may have more decimals than a reading.
  if (!/^\d{1,6}$/.test(whole)) return null;
  const reading = { value: fraction ? `${whole}.${fraction.slice(0, 3)}` : whole, unit };
  const net = netWeight(reading, isNet ? 0 : tareG);
  return net && { netLb: net.lb, pieces: pieces ?? 1 };
}
