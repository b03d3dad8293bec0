import { z } from "zod";
import type { DayRule } from "#app/domain/delivery/days.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { readPrefix } from "#app/lib/postal-code.ts";
import { deliveryKinds } from "#db/schema/values/deliveries.ts";
import { weekdayName, type ZoneRules } from "../days.ts";

/** A zone as the owner edits it. Dollars and pounds are text. */
export interface ZoneInput
  extends Pick<ZoneRules, "name" | "place" | "wholesaleOnly" | "prefixes"> {
  kind: ZoneRules["kind"];
  days: ZoneDayInput[];
}

interface ZoneDayInput
  extends Pick<
    DayRule,
    | "weekday"
    | "cutOffDaysBefore"
    | "cutOffTime"
    | "windowFrom"
    | "windowTo"
    | "capStops"
    | "capBoxes"
    | "feeTaxCode"
  > {
  capLb: string | null;
  minOrder: string;
  fee: string;
  freeFrom: string | null;
}

/** ISO weekdays: Monday is 1. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns e.g. "fee4" for `fee` on Thursday. */
function dayField(name: keyof ZoneDayInput | "served", weekday: number): string {
  return `${name}${weekday}`;
}

/** Enough for a zone that covers every FSA of the province. */
const maxPrefixes = 300;

const time = (missing: string) => z.string(missing).regex(/^([01]\d|2[0-3]):[0-5]\d$/, missing);

const whole = (least: number, most: number) => {
  const words = `Please enter a whole number from ${least} to ${most.toLocaleString("en-CA")}`;
  return z
    .string(words)
    .trim()
    .regex(/^\d{1,7}$/, words)
    .transform(Number)
    .pipe(z.number().min(least, words).max(most, words));
};

const hundredths = (words: string, least: number, most: number) =>
  z
    .string(words)
    .trim()
    .transform((typed) => typed.replace(/^\$\s*/, "").replaceAll(/,(?=\d{3}(\D|$))/g, ""))
    .pipe(z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, words))
    .transform(toCents)
    .pipe(z.number().min(least, words).max(most, words))
    .transform(toDollars);

const dollars = (most: number) =>
  hundredths(
    `Please enter an amount in dollars up to ${most.toLocaleString("en-CA")}`,
    0,
    most * 100,
  );

const orNone = <Output>(schema: z.ZodType<Output, string>) =>
  z
    .string()
    .default("")
    .transform((typed) => (typed.trim() === "" ? null : typed))
    .pipe(schema.nullable());

const orFree = (schema: z.ZodType<string, string>) =>
  orNone(schema).transform((amount) => amount ?? "0.00");

const day = z
  .object({
    cutOffDaysBefore: whole(0, 14),
    cutOffTime: time("Please enter a cut-off time, such as 14:00"),
    windowFrom: time("Please enter a start time, such as 08:00"),
    windowTo: time("Please enter an end time, such as 15:00"),
    capStops: orNone(whole(1, 1000)),
    capLb: orNone(hundredths("Please enter pounds from 1 to 100,000", 100, 10_000_000)),
    capBoxes: orNone(whole(1, 10_000)),
    minOrder: orFree(dollars(100_000)),
    fee: orFree(dollars(10_000)),
    feeTaxCode: z
      .enum(["", "Z", "E", "G", "GP"], "Please choose one of the taxes")
      .default("")
      .transform((code) => (code === "" ? null : code)),
    freeFrom: orNone(dollars(100_000)),
  })
  .refine(({ windowFrom, windowTo }) => windowFrom < windowTo, {
    path: ["windowTo"],
    message: "Please enter a time after the start",
  })
  .refine(
    ({ cutOffDaysBefore, cutOffTime, windowFrom }) =>
      cutOffDaysBefore > 0 || cutOffTime <= windowFrom,
    {
      path: ["cutOffTime"],
      message: "On the day itself, orders must end before the deliveries begin",
    },
  );

const zone = z
  .object({
    name: filledTitle(100, "Please name the zone"),
    kind: z.enum(deliveryKinds, "Please choose one of the two"),
    place: optionalText(500),
    wholesaleOnly: z
      .string()
      .optional()
      .transform((sent) => sent !== undefined),
    prefixes: z
      .string()
      .default("")
      .transform((typed, context) => {
        const read = new Set<string>();
        for (const part of typed.split(/[,;\n]+/).filter((one) => one.trim())) {
          const prefix = readPrefix(part);
          if (prefix) read.add(prefix);
          else {
            const message = `“${part.trim().slice(0, 20)}” does not begin a postal code of British Columbia. Write V3G, or V3G 1A2 for one code.`;
            context.addIssue({ code: "custom", message });
            return z.NEVER;
          }
        }
        if (read.size > maxPrefixes) {
          context.addIssue({ code: "custom", message: `Please use at most ${maxPrefixes}` });
          return z.NEVER;
        }
        return [...read].sort();
      }),
  })
  .refine(({ kind, place }) => kind === "delivery" || place !== "", {
    path: ["place"],
    message: "Please enter the address where orders are picked up",
  })
  .refine(({ kind, prefixes }) => kind === "pickup" || prefixes.length > 0, {
    path: ["prefixes"],
    message: "Please enter where you deliver, such as V3G",
  })
  .refine(({ kind, prefixes }) => kind === "delivery" || prefixes.length === 0, {
    path: ["prefixes"],
    message: "A pickup has no postal codes: everybody may come",
  });

/** Parses the form of a zone and its weekdays. @returns the zone, or the answer with the errors */
export function checkZone(fields: Record<string, string>) {
  const errors: Record<string, string[]> = {};
  const { data, refused } = checkForm(zone, fields);
  Object.assign(errors, refused?.errors);
  const days: ZoneDayInput[] = [];
  for (const weekday of weekdays) {
    if (fields[dayField("served", weekday)] === undefined) continue;
    const own = Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.endsWith(String(weekday)) ? [[name.slice(0, -1), value]] : [],
      ),
    );
    const checked = checkForm(day, own);
    if (checked.data) days.push({ weekday, ...checked.data });
    for (const [name, words] of Object.entries(checked.refused?.errors ?? {})) {
      if (words) errors[`${name}${weekday}`] = words;
    }
  }
  const servesNoDay = weekdays.every(
    (weekday) => fields[dayField("served", weekday)] === undefined,
  );
  if (data && servesNoDay) {
    const message = "Please choose at least one day. A zone without days takes no orders.";
    return { refused: { message, errors, values: fields } };
  }
  if (!data || Object.keys(errors).length > 0) {
    const wrongDays = weekdays.filter((weekday) =>
      Object.keys(errors).some((name) => name.endsWith(String(weekday))),
    );
    const where = wrongDays.map(weekdayName).join(", ");
    const message = `Please correct the marked fields${where && ` (${where})`}.`;
    return { refused: { message, errors, values: fields } };
  }
  return { zone: { ...data, days } satisfies ZoneInput };
}

/** Returns the form's values for a stored zone. */
export function zoneValues(zone: ZoneRules): Record<string, string> {
  const { name, kind, place, wholesaleOnly, prefixes } = zone;
  const amount = (cents: number | null) => (cents === null ? "" : toDollars(cents));
  const days = zone.days.flatMap((day) =>
    Object.entries({
      served: "on",
      cutOffDaysBefore: String(day.cutOffDaysBefore),
      cutOffTime: day.cutOffTime,
      windowFrom: day.windowFrom,
      windowTo: day.windowTo,
      capStops: String(day.capStops ?? ""),
      capLb: amount(day.capLb).replace(/\.00$/, ""),
      capBoxes: String(day.capBoxes ?? ""),
      minOrder: amount(day.minOrder),
      fee: amount(day.fee),
      feeTaxCode: day.feeTaxCode ?? "",
      freeFrom: amount(day.freeFrom),
    }).map(([field, value]) => [`${field}${day.weekday}`, value]),
  );
  return {
    name,
    kind,
    place,
    prefixes: prefixes.join(", "),
    ...(wholesaleOnly && { wholesaleOnly: "on" }),
    ...Object.fromEntries(days),
  };
}
