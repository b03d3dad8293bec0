import { z } from "zod";
import { fillIn } from "#app/content/company.ts";
import { type Notice, noticeSettings } from "#app/domain/settings/company-settings.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledIn, line, type SettingsScreen, text } from "./settings-screen.ts";

/** Maximum number of simultaneous notices. */
const noticePlaces = [1, 2, 3] as const;

const day = z
  .string()
  .default("")
  .refine((typed) => typed === "" || dayIn(typed), "Please enter a day");

const noticeForm = z
  .object(
    Object.fromEntries(
      noticePlaces.flatMap((at) => [
        [`text${at}`, line(200).superRefine(filledIn())],
        [`from${at}`, day],
        [`until${at}`, day],
      ]),
    ),
  )
  .transform((typed, check) => {
    const fields = typed as Record<string, string>;
    const notices = noticePlaces.flatMap((at): Notice[] => {
      const [text = "", from = "", until = ""] = [`text${at}`, `from${at}`, `until${at}`].map(
        (name) => fields[name],
      );
      if (text === "") return [];
      if (from !== "" && until !== "" && until < from) {
        const message = "Please enter a day that is not before the first one";
        check.addIssue({ code: "custom", message, path: [`until${at}`] });
      }
      return [{ text, from, until }];
    });
    return { notices };
  });

export const noticeScreen: SettingsScreen<{ notices: Notice[] }> = {
  group: noticeSettings,
  title: "Notices",
  lede: "A line at the top of every public page, such as “Closed on Monday, October 12.” Without days it stays until you take it out.",
  sections: noticePlaces.map((at) => ({
    title: `Notice ${at}`,
    fields: [
      text(`text${at}`, "What it says", 200, { isOptional: true }),
      text(`from${at}`, "First day", 10, { kind: "date", isOptional: true }),
      text(`until${at}`, "Last day", 10, { kind: "date", isOptional: true }),
    ],
  })),
  valuesOf: ({ notices }) =>
    Object.fromEntries(
      notices.flatMap(({ text, from, until }, index) => [
        [`text${index + 1}`, text],
        [`from${index + 1}`, from],
        [`until${index + 1}`, until],
      ]),
    ),
  read: (fields) => checkForm(noticeForm, fields),
  preview: ({ notices }, { company }) =>
    notices.map(({ text, from, until }) =>
      [
        fillIn(text, company),
        from && `from ${formatFullDay(from)}`,
        until && `until ${formatFullDay(until)}`,
      ]
        .filter(Boolean)
        .join(", "),
    ),
};
