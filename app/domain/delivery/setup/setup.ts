import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
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
  bookedBoxes: number;
  capBoxes: number | null;
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
  /** What people call the order. */
  number: number;
  zoneId: string;
  zoneName: string;
  date: string;
  company: string;
  /** Whether its client can be told by mail. */
  isMailed: boolean;
}

/** The answer of the screen when it refuses a change. */
export interface SetupAnswer extends FormAnswer {
  /** Which form it answers: `zone`, or that of a day. */
  form: "zone" | "day";
  /** The orders that stand in the way. */
  orders?: BookedOrderFacts[];
}

export const setupFailed = "The change could not be saved. Please try again.";

/** Which form was sent. */
export function formOf({ intent }: Record<string, string>): SetupAnswer["form"] {
  return intent === "zone" || intent === "retire" ? "zone" : "day";
}
