import type { DayException, DayRule, ZoneRules } from "./days.ts";
import type { DeliveryRules } from "./rules.ts";

/** Thursdays 8 a.m. to 3 p.m., order by Wednesday 2 p.m., minimum $150, fee $12, free from $400. */
const thursdays: DayRule = {
  weekday: 4,
  cutOffDaysBefore: 1,
  cutOffTime: "14:00",
  windowFrom: "08:00",
  windowTo: "15:00",
  capStops: 30,
  capLb: 200_000,
  capBoxes: null,
  minOrder: 15_000,
  fee: 1_200,
  feeTaxCode: "G",
  freeFrom: 40_000,
};

/** Returns a zone that delivers to V3G on these days; other terms are Thursday's. */
export function zoneWith(...days: Partial<DayRule>[]): ZoneRules {
  return {
    id: "valley",
    name: "Fraser Valley",
    kind: "delivery",
    place: "",
    wholesaleOnly: false,
    prefixes: ["V3G"],
    days: days.map((day) => ({ ...thursdays, ...day })),
  };
}

export function exceptionOf(
  values: Partial<DayException> & Pick<DayException, "date" | "kind">,
): DayException {
  return { zoneId: null, movedTo: null, weekday: null, cutOffAt: null, ...values };
}

export function rulesOf(
  zones: ZoneRules[],
  {
    exceptions = [],
    unavailable = [] as string[],
    gone = [] as string[],
  }: { exceptions?: DayException[]; unavailable?: string[]; gone?: string[] } = {},
): DeliveryRules {
  return { zones, exceptions, unavailable: new Set(unavailable), gone: new Set(gone) };
}
