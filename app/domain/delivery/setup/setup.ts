import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { DayException } from "../days.ts";
import type { StoredZone } from "../delivery-rules.server.ts";

/** In days; the demand that no zone covers is summed up over them. */
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

/** Everything on the owner's screen except the history. */
export interface DeliverySetup {
  zones: StoredZone[];
  exceptions: StoredException[];
  runs: BookedRun[];
  /** Dates of holidays that the owner has decided on. */
  decided: string[];
  /** By FSA, most requested first. */
  demand: { fsa: string; asked: number; waiting: number }[];
  /**
   * Number of people on the waitlist whose postal code a zone now covers and who weren't told yet.
   */
  toTell: number;
}

/** An order booked on a day that is to be closed. */
export interface BookedOrderFacts {
  id: string;
  /** The order's number as people know it. */
  number: number;
  zoneId: string;
  zoneName: string;
  date: string;
  company: string;
  /** True if its client can be told by email. */
  isMailed: boolean;
}

/** The screen's answer to a refused change. */
export interface SetupAnswer extends FormAnswer {
  /** The form it answers: `zone`, or that of a day. */
  form: "zone" | "day";
  /** The orders that prevent the change. */
  orders?: BookedOrderFacts[];
}

export const setupFailed = "The change could not be saved. Please try again.";

/** Returns which form was submitted. */
export function formOf({ intent }: Record<string, string>): SetupAnswer["form"] {
  return intent === "zone" || intent === "retire" ? "zone" : "day";
}
