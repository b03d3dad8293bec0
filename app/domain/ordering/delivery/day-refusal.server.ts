import type { Company } from "#app/content/company.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { dayInWords } from "#app/domain/delivery/days.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { dayRefusedInWords } from "./delivery-words.ts";

export interface OtherDay {
  key: string;
  words: string;
}

export function otherDaysOf({ next }: DayRefusedError): OtherDay[] {
  return next.map((day) => ({ key: runKey(day.zoneId, day.date), words: dayInWords(day) }));
}

/** Turns a DayRefusedError into a Refusal that offers other days; rethrows anything else. */
export function saidTo(company: Company) {
  return (error: unknown): never => {
    if (!(error instanceof DayRefusedError)) throw error;
    const answer = { otherDays: otherDaysOf(error) };
    throw new Refusal("day", dayRefusedInWords(error, company), { answer, cause: error });
  };
}
