import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { DayException } from "../days.ts";

export interface ExceptionInput extends DayException {
  note: string;
  /** The dates to which that day's orders move, by zone. */
  ordersTo: Record<string, string>;
  /** True if it answers a proposed holiday. */
  isHoliday: boolean;
}

/** In days; includes next year's holidays. */
const furthest = 400;

const longestNote = 500;

/** Parses the form that closes, moves or adds a day. @returns the change, or the error in words */
export function checkException(
  fields: Record<string, string>,
  now: Date,
): { exception: ExceptionInput; words?: never } | { exception?: never; words: string } {
  const { kind, note = "" } = fields;
  const today = pacificDay(now);
  const date = dayIn(fields.date ?? "");
  if (!date) return { words: "Please choose a day." };
  if (date < today) return { words: "This day has passed." };
  if (date > daysAfter(today, furthest))
    return { words: `This day is more than ${furthest} days ahead.` };
  if (kind !== "closed" && kind !== "moved" && kind !== "extra") {
    return { words: "Please choose what happens on this day." };
  }
  const zoneId = fields.zoneId || null;
  if (zoneId && !isUuid(zoneId)) return { words: "This zone no longer exists." };
  if (kind === "extra" && !zoneId) return { words: "Please choose the zone of the extra day." };
  const movedTo = kind === "moved" ? dayIn(fields.movedTo ?? "") : undefined;
  if (kind === "moved" && !movedTo) return { words: "Please choose the day it moves to." };
  if (movedTo === date) return { words: "Please choose another day to move to." };
  if (movedTo && (movedTo < today || movedTo > daysAfter(today, furthest))) {
    return { words: `The day it moves to must be ahead, and within ${furthest} days.` };
  }
  const weekday = kind === "extra" ? Number(fields.weekday) : null;
  if (weekday !== null && !(Number.isInteger(weekday) && weekday >= 1 && weekday <= 7)) {
    return { words: "Please choose the weekday whose terms the extra day has." };
  }
  const cutOff = readCutOff(kind === "closed" ? {} : fields, movedTo ?? date, now);
  if (cutOff.words !== undefined) return { words: cutOff.words };
  if (note.length > longestNote) return { words: `${atMostCharacters(longestNote)} for the note.` };
  const ordersTo = Object.entries(fields).flatMap(([name, value]) => {
    const [, zone] = /^ordersTo:(.+)$/.exec(name) ?? [];
    const to = dayIn(value);
    return zone && isUuid(zone) && to ? [[zone, to]] : [];
  });
  return {
    exception: {
      zoneId,
      date,
      kind,
      movedTo: movedTo ?? null,
      weekday,
      cutOffAt: cutOff.at,
      note: note.replaceAll("\0", "").trim(),
      ordersTo: Object.fromEntries(ordersTo),
      isHoliday: fields.holiday !== undefined,
    },
  };
}

/** Reads the day's own cut-off, of which both fields or neither must be filled. */
function readCutOff(
  { cutOffDay = "", cutOffTime = "" }: Record<string, string>,
  date: string,
  now: Date,
): { at: Date | null; words?: never } | { at?: never; words: string } {
  if (!cutOffDay && !cutOffTime) return { at: null };
  const day = dayIn(cutOffDay);
  if (!day || !/^([01]\d|2[0-3]):[0-5]\d$/.test(cutOffTime)) {
    return { words: "Please enter both the day and the time until which orders are taken." };
  }
  const at = pacificMoment(day, cutOffTime);
  if (at < now) return { words: "This cut-off has already passed." };
  if (day > date) return { words: "Orders must end before the day is over." };
  return { at };
}
