import type { DayException } from "../days.ts";
import type { StoredZone } from "../delivery-rules.server.ts";

/** What people asked for that no zone covers is summed up over so many days. */
export const demandDays = 90;

export interface StoredException extends DayException {
  id: string;
  note: string;
}

/** What is booked on a zone's day. */
export interface BookedRun {
  id: string;
  zoneId: string;
  date: string;
  state: "planned" | "out" | "done";
  isClosed: boolean;
  bookedStops: number;
  /** Hundredths of a pound. */
  bookedLb: number;
  capStops: number | null;
  capLb: number | null;
  cutOffAt: Date;
}

/** Everything on the owner's screen but the history. */
export interface DeliverySetup {
  zones: StoredZone[];
  exceptions: StoredException[];
  runs: BookedRun[];
  /** Dates of holidays that were decided. */
  decided: string[];
  /** By FSA, most asked for first. */
  demand: { fsa: string; asked: number; waiting: number }[];
  /** People on the waitlist whose postal code a zone now covers, who weren't told yet. */
  toTell: number;
}

/** An order that is booked on a day which is to be closed. */
export interface BookedOrderFacts {
  id: string;
  zoneId: string;
  zoneName: string;
  date: string;
  company: string;
  /** Whether its client can be told by mail. */
  isMailed: boolean;
}

/** The answer of the screen when it refuses a change. */
export interface SetupAnswer {
  /** Which form it answers: `zone`, or that of a day. */
  form: "zone" | "day";
  message: string;
  errors?: Record<string, string[] | undefined>;
  values?: Record<string, string>;
  /** The orders that stand in the way. */
  orders?: BookedOrderFacts[];
}

/** Why a change of zones or days was refused. */
export type SetupRefusal =
  /** Somebody else saved the zone meanwhile, or it's gone. */
  | { reason: "changed" | "gone" }
  | { reason: "name" }
  | { reason: "prefix"; prefix: string; zone: string }
  /** The day has a change already. */
  | { reason: "exists" }
  /** Nothing is served on the day it moves to. */
  | { reason: "closed"; date: string }
  /** The extra day is served anyway. */
  | { reason: "served" }
  /** The zone isn't served on that weekday, so it has no terms. */
  | { reason: "terms" }
  /** Orders are booked on days that would close. */
  | { reason: "booked"; orders: BookedOrderFacts[] }
  /** The day that orders are to be moved to takes none. */
  | { reason: "target"; date: string };

export class SetupRefusedError extends Error {
  override readonly name = "SetupRefusedError";
  readonly refusal: SetupRefusal;

  constructor(refusal: SetupRefusal) {
    super(`The change of the delivery days was refused: ${refusal.reason}`);
    this.refusal = refusal;
  }
}
