import { upcomingDays } from "#app/domain/delivery/days.ts";
import { calendarOf, proposedHolidays, rulesOf } from "#app/domain/delivery/setup/calendar.ts";
import type { BookedOrderFacts, DeliverySetup } from "#app/domain/delivery/setup/setup.ts";
import { zoneValues } from "#app/domain/delivery/setup/zone-form.ts";
import { weeklyDayInWords } from "#app/domain/delivery/weekly-days.ts";

interface Asked {
  /** `zone`: the zone to edit (an id, or `new`). `done`: the confirmation to show. */
  searchParams: URLSearchParams;
  day: string | null;
  today: string;
  now: Date;
}

export type DeliveryView = ReturnType<typeof deliveryView>;

/** Returns the screen's view of the zones and days. */
export function deliveryView(
  setup: DeliverySetup,
  booked: BookedOrderFacts[],
  { searchParams, day, today, now }: Asked,
) {
  const rules = rulesOf(setup);
  const zones = setup.zones.map((zone) => ({
    id: zone.id,
    name: zone.name,
    kind: zone.kind,
    place: zone.place,
    prefixes: zone.prefixes,
    wholesaleOnly: zone.wholesaleOnly,
    isActive: zone.isActive,
    version: zone.version,
    weekdays: zone.days.map(({ weekday }) => weekday),
    week: zone.days.map((rule) => weeklyDayInWords(rule, zone.kind)),
    next: zone.isActive ? upcomingDays(zone, rules.exceptions, now).map(({ date }) => date) : [],
  }));
  const wanted = searchParams.get("zone");
  const edited = setup.zones.find(({ id }) => id === wanted);
  return {
    zones,
    edited: edited
      ? { id: edited.id, version: edited.version, values: zoneValues(edited) }
      : wanted === "new"
        ? { id: "", version: "", values: {} }
        : null,
    calendar: calendarOf(setup, today, now),
    holidays: proposedHolidays(setup, today),
    changes: setup.exceptions,
    demand: setup.demand,
    toTell: setup.toTell,
    today,
    day,
    booked,
    done: searchParams.get("done"),
    told: toldOfMove(searchParams),
  };
}

/** Returns how many clients of moved orders are told, from the URL; null if none were moved. */
function toldOfMove(searchParams: URLSearchParams) {
  const [told, untold] = ["told", "untold"].map((name) => searchParams.get(name));
  if (!told || !untold || !/^\d{1,5}$/.test(told) || !/^\d{1,5}$/.test(untold)) return null;
  return { told: Number(told), untold: Number(untold) };
}
