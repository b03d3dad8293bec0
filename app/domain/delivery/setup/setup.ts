import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { DayException } from "../days.ts";
import type { StoredZone } from "../delivery-rules.server.ts";

/** Days over which demand outside every zone is summed. */
export const demandDays = 90;

export interface StoredException extends DayException {
  id: string;
  note: string;
}

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

export interface DeliverySetup {
  zones: StoredZone[];
  exceptions: StoredException[];
  runs: BookedRun[];
  decided: string[];
  /** By FSA, most requested first. */
  demand: { fsa: string; asked: number; waiting: number }[];
  /** People on the waitlist whose postal code a zone now covers and who weren't told yet. */
  toTell: number;
}

export interface BookedOrderFacts {
  id: string;
  number: number;
  zoneId: string;
  zoneName: string;
  date: string;
  company: string;
  /** True if its client can be told by email. */
  isMailed: boolean;
}

export interface SetupAnswer extends FormAnswer {
  form: "zone" | "day";
  orders?: BookedOrderFacts[];
}

export const setupFailed = "The change could not be saved. Please try again.";

export function formOf({ intent }: Record<string, string>): SetupAnswer["form"] {
  return intent === "zone" || intent === "retire" ? "zone" : "day";
}
