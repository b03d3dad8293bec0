import { z } from "zod";
import { fillIn, type OpeningHours, weekdays } from "#app/content/company.ts";
import { type BoxSize, boxSize, mostLbPerBox } from "#app/domain/delivery/box-size.ts";
import { warmestC } from "#app/domain/delivery/runs/report.ts";
import {
  type DoorSettings,
  doorSettings,
  type TemperatureQuestion,
  temperatureQuestions,
} from "#app/domain/door/door-settings.ts";
import {
  type LabelSettings,
  labelFactsInWords,
  labelSettings,
  readLabelFacts,
  readPrinter,
} from "#app/domain/packages/labels/label-settings.ts";
import {
  hoursSettings,
  type Notice,
  noticeSettings,
} from "#app/domain/settings/company-settings.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { companyScreen } from "./company-screen.ts";
import { documentScreen } from "./document-screen.ts";
import { mailScreen } from "./mail-screen.ts";
import { officeScreen } from "./office-screen.ts";
import { packedScreen } from "./packed-screen.ts";
import { receivingScreen } from "./receiving-screen.ts";
import { retentionScreen } from "./retention-screen.ts";
import { scaleFileScreen } from "./scale-file-screen.ts";
import { filledIn, line, lines, type SettingsScreen, text } from "./settings-screen.ts";
import { undeliveredScreen } from "./undelivered-screen.ts";

/** Places for simultaneous notices. */
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

const noticeScreen: SettingsScreen<{ notices: Notice[] }> = {
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

const labelForm = z.object({
  printer: optionalText(30).transform((typed, context) => {
    if (typed === "") return "";
    const place = readPrinter(typed);
    if (place) return `${place.host}:${place.port}`;
    context.addIssue(
      "Please enter the number of a machine in your own network, such as 192.168.1.50:9100",
    );
    return z.NEVER;
  }),
  products: optionalText(150_000).transform((typed, context) => {
    const { products, mistake } = readLabelFacts(typed);
    if (products) return products;
    context.addIssue(mistake);
    return z.NEVER;
  }),
});

const labelScreen: SettingsScreen<LabelSettings> = {
  group: labelSettings,
  title: "Package labels",
  lede: "What the label of a package says besides its name and weight, and which printer in your network prints it. Have labels that you sell by checked by whoever advises you on labelling.",
  sections: [
    {
      title: "",
      fields: [
        text("printer", "Label printer in your network", 30, {
          hint: "Its number and port, such as 192.168.1.50:9100. It must speak ZPL. Leave blank if it is connected to a station’s computer.",
          isOptional: true,
        }),
        text("products", "Products", 150_000, {
          kind: "lines",
          hint: "One per line: item number; name in French; days that it keeps refrigerated; price, if the price is on the label. Example: 42; Bifteck de faux-filet; 14 days; price",
          isOptional: true,
        }),
      ],
    },
  ],
  valuesOf: ({ printer, products }) => ({ printer, products: labelFactsInWords(products) }),
  read: (fields) => checkForm(labelForm, fields),
  preview: ({ printer, products }) => [
    printer ? `Labels can be printed at ${printer}` : "No label printer in the network",
    products.length === 1
      ? "1 product has more on its label"
      : `${products.length} products have more on their labels`,
  ],
};

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

const hoursScreen: SettingsScreen<OpeningHours> = {
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

const answers = ["yes", "no"] as const;

const temperatureInWords: Record<TemperatureQuestion, string> = {
  no: "Don’t ask",
  asked: "Ask, may be left empty",
  needed: "Always ask for it",
};

const doorForm = z.object({
  takesOlder: z.enum(answers, "Please choose one of these").transform((chosen) => chosen === "yes"),
  temperature: z.enum(temperatureQuestions, "Please choose one of these"),
});

const doorScreen: SettingsScreen<DoorSettings> = {
  group: doorSettings,
  title: "At the door",
  lede: "What drivers are asked, and may be paid for, where they deliver.",
  sections: [
    {
      title: "Payments",
      fields: [
        text(
          "takesOlder",
          "Drivers see a client’s older open invoices and may be paid for them",
          10,
          {
            kind: "choice",
            hint: "They always see what is due for what they deliver.",
            options: [
              { value: "yes", label: "Yes" },
              { value: "no", label: "No" },
            ],
          },
        ),
      ],
    },
    {
      title: "Temperature",
      fields: [
        text("temperature", "Product temperature at each delivery", 10, {
          kind: "choice",
          hint: `Above ${warmestC} °C a note is needed. The client is emailed what was measured.`,
          options: temperatureQuestions.map((value) => ({
            value,
            label: temperatureInWords[value],
          })),
        }),
      ],
    },
  ],
  valuesOf: ({ takesOlder, temperature }) => ({
    takesOlder: takesOlder ? "yes" : "no",
    temperature,
  }),
  read: (fields) => checkForm(doorForm, fields),
  preview: ({ takesOlder, temperature }) => [
    `Older invoices paid at the door: ${takesOlder ? "yes" : "no"}`,
    `Product temperature: ${temperatureInWords[temperature].toLowerCase()}`,
  ],
};

const words = `Please enter whole pounds from 1 to ${mostLbPerBox}`;

const boxForm = z.object({
  lbPerBox: z
    .string(words)
    .trim()
    .regex(/^\d{1,3}$/, words)
    .transform(Number)
    .pipe(z.number().min(1, words).max(mostLbPerBox, words)),
});

const boxScreen: SettingsScreen<BoxSize> = {
  group: boxSize,
  title: "Boxes",
  lede: "A zone’s days can take a number of boxes at most. Until an order is packed, its boxes are counted by its pounds, each order for itself; then as many as it has.",
  sections: [
    {
      title: "",
      fields: [
        text("lbPerBox", "Pounds per box", 3, {
          kind: "number",
          hint: "Orders that are booked already keep the boxes that they were counted with.",
        }),
      ],
    },
  ],
  valuesOf: ({ lbPerBox }) => ({ lbPerBox: String(lbPerBox) }),
  read: (fields) => checkForm(boxForm, fields),
  preview: ({ lbPerBox }) => [`${lbPerBox} lb fill 1 box, ${lbPerBox + 1} lb fill 2`],
};

/** The screens by the last part of their URL. */
const settingsScreens = {
  company: companyScreen,
  hours: hoursScreen,
  notices: noticeScreen,
  documents: documentScreen,
  mail: mailScreen,
  undelivered: undeliveredScreen,
  door: doorScreen,
  boxes: boxScreen,
  office: officeScreen,
  packed: packedScreen,
  receiving: receivingScreen,
  labels: labelScreen,
  "scale-file": scaleFileScreen,
  retention: retentionScreen,
} as const;

/** A screen of any value type; its values are only passed between its own functions. */
export type AnySettingsScreen = SettingsScreen<object>;

/** Returns the screen at a URL; undefined if there is none. */
export function settingsScreen(path: string): AnySettingsScreen | undefined {
  return Object.hasOwn(settingsScreens, path)
    ? (settingsScreens[path as keyof typeof settingsScreens] as unknown as AnySettingsScreen)
    : undefined;
}
