import { z } from "zod";
import { fillIn, type OpeningHours, weekdays } from "#app/content/company.ts";
import { hoursSettings } from "#app/domain/settings/company-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { lines, type SettingsScreen, text } from "./settings-screen.ts";

const time = z
  .string()
  .default("")
  .pipe(
    z.union([z.literal(""), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time")]),
  );

const hoursForm = z
  .object({
    printed: lines(1000, "Please enter your hours").transform((all, check) =>
      all.map((line) => {
        const [, days = "", hours = ""] = /^(.{1,60}?):\s*(.{1,80})$/.exec(line) ?? [];
        if (!days) {
          const message = `Please write days, a colon and hours in “${line.slice(0, 60)}”`;
          check.addIssue({ code: "custom", message });
        }
        return { days, hours };
      }),
    ),
    ...Object.fromEntries(
      weekdays.flatMap((day) => [`${day}Opens`, `${day}Closes`].map((name) => [name, time])),
    ),
  })
  .transform((typed, check) => {
    const { printed, ...times } = typed as { printed: OpeningHours["printed"] } & Record<
      string,
      string
    >;
    const open: OpeningHours["times"] = [];
    for (const day of weekdays) {
      const opens = times[`${day}Opens`] ?? "";
      const closes = times[`${day}Closes`] ?? "";
      if (opens === "" && closes === "") continue;
      if (opens === "" || closes <= opens) {
        const message = "Please enter when you open, and a later time when you close";
        check.addIssue({ code: "custom", message, path: [`${day}Closes`] });
      }
      const same = open.find((one) => one.opens === opens && one.closes === closes);
      if (same) same.days.push(day);
      else open.push({ days: [day], opens, closes });
    }
    return { printed, times: open };
  });

export const hoursScreen: SettingsScreen<OpeningHours> = {
  group: hoursSettings,
  title: "Opening hours",
  lede: "On the contact page and in replies to messages, and for search engines.",
  sections: [
    {
      title: "As printed",
      fields: [
        text("printed", "Hours", 1000, {
          kind: "lines",
          hint: "One per line: days, a colon, hours. Saturday: By appointment",
        }),
      ],
    },
    {
      title: "For search engines",
      text: "Leave out days on which nobody can come without asking first.",
      fields: weekdays.flatMap((day) => [
        text(`${day}Opens`, `${day}, from`, 5, { kind: "time", isOptional: true }),
        text(`${day}Closes`, `${day}, to`, 5, { kind: "time", isOptional: true }),
      ]),
    },
  ],
  valuesOf: ({ printed, times }) => ({
    printed: printed.map(({ days, hours }) => `${days}: ${hours}`).join("\n"),
    ...Object.fromEntries(
      times.flatMap(({ days, opens, closes }) =>
        days.flatMap((day) => [
          [`${day}Opens`, opens],
          [`${day}Closes`, closes],
        ]),
      ),
    ),
  }),
  read: (fields) => checkForm(hoursForm, fields),
  preview: ({ printed, times }, { company }) => [
    ...printed.map(({ days, hours }) => `${days}: ${fillIn(hours, company)}`),
    ...times.map(({ days, opens, closes }) => `${days.join(", ")}: open ${opens} to ${closes}`),
  ],
};
