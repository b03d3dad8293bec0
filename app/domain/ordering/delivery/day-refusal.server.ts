import type { Company } from "#app/content/company.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { dayInWords } from "#app/domain/delivery/days.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { dayRefusedInWords } from "./delivery-words.ts";

/** Another day that can be had, as a form names it and in words. */
export interface OtherDay {
  key: string;
  words: string;
}

export function otherDaysOf({ next }: DayRefusedError): OtherDay[] {
  return next.map((day) => ({ key: runKey(day.zoneId, day.date), words: dayInWords(day) }));
}

/** Refuses in words when a day can't be had, with other days; throws anything else as it is. */
export function saidTo(company: Company) {
  return (error: unknown): never => {
    if (!(error instanceof DayRefusedError)) throw error;
    const answer = { otherDays: otherDaysOf(error) };
    throw new Refusal("day", dayRefusedInWords(error, company), { answer, cause: error });
  };
}
