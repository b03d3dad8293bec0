import { z } from "zod";
import {
  type Company,
  type DocumentWords,
  letterhead,
  type MailSender,
  type OpeningHours,
  weekdays,
} from "#app/content/company.ts";
import { email } from "#app/features/auth/credentials/auth-forms.ts";
import { readImageAddress } from "#app/features/images/image-address.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import {
  type CompanySettings,
  companyFrom,
  companySettings,
  documentSettings,
  documentWordsFor,
  hoursSettings,
  mailSenderFrom,
  mailSettings,
  type Notice,
  noticeSettings,
} from "./company-settings.ts";
import type { SettingsGroup } from "./settings-group.ts";

/** A field of a settings form. */
export interface SettingsField {
  name: string;
  label: string;
  hint?: string;
  kind: "text" | "email" | "lines" | "number" | "time" | "date" | "image";
  /** Most characters. */
  most: number;
  isOptional?: boolean;
}

/** A settings screen of plain fields. */
interface SettingsScreen<Value extends object> {
  group: SettingsGroup<Value>;
  title: string;
  lede: string;
  /** In sections with a title each; empty for none. */
  sections: { title: string; text?: string; fields: SettingsField[] }[];
  /** What the form shows of a value. */
  valuesOf(value: Value): Record<string, string>;
  /** The value that was typed, or the answer with what is wrong. */
  read(
    fields: Record<string, string>,
  ): { data: Value; refused?: never } | { data?: never; refused: FormAnswer };
  /** What it makes of the value, line by line. */
  preview(value: Value, company: Company): string[];
}

const text = (name: string, label: string, most: number, more: Partial<SettingsField> = {}) =>
  ({ kind: "text", name, label, most, ...more }) as const satisfies SettingsField;

/** What a link may begin with: anything else, such as `javascript:`, would run in our page. */
const webAddress = /^https?:\/\/[^\s<>"']+\.[^\s<>"']+$/i;

const linesOf = (typed: string) =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Lines of text, at least one unless it is optional. */
const lines = (most: number, missing?: string) =>
  (missing ? filledText(most, missing) : optionalText(most)).transform(linesOf);

const phone = filledText(30, "Please enter a phone number").refine((typed) => {
  const { length } = typed.replace(/\D/g, "");
  return /^[+\d][\d\s().-]*$/.test(typed) && length >= 10 && length <= 15;
}, "Please enter a phone number like 604-555-0142");

const socialLinks = lines(2000).transform((all, check) =>
  all.map((line) => {
    const [, name = "", href = ""] = /^(.{1,40}?)[\s:,]+(\S+)$/.exec(line) ?? [];
    if (!name || !webAddress.test(href)) {
      check.addIssue({
        code: "custom",
        message: `Please write a name and an address that begins with https:// in “${line.slice(0, 60)}”`,
      });
    }
    return { name, href };
  }),
);

/** Of the library's image whose address browsers copy, which is that of one of its sizes. */
const libraryAddress = (copied: string) =>
  copied
    .replace(/^https?:\/\/[^/]+(?=\/photos\/)/, "")
    .replace(/\/\d{2,4}\.(?:avif|webp|jpg)(?=\?|$)/, "");

const companyForm = z
  .object({
    name: filledText(80, "Please enter the company’s name"),
    shortName: filledText(30, "Please enter a short name"),
    tagline: filledText(120, "Please enter a line that says what you sell"),
    blurb: filledText(300, "Please say in a sentence or two what you do"),
    street: filledText(100, "Please enter the street"),
    city: filledText(60, "Please enter the city"),
    region: filledText(30, "Please enter the province"),
    postalCode: filledText(12, "Please enter the postal code"),
    country: filledText(40, "Please enter the country"),
    email,
    phone,
    socialLinks,
    // Of the library alone: its images are raster images that the shop has encoded itself.
    logo: optionalText(300)
      .transform(libraryAddress)
      .refine(
        (typed) => typed === "" || readImageAddress(typed) !== null,
        "Please copy the address of an image in the library, such as /photos/pages/logo.webp",
      )
      .transform((typed) => typed || null),
  })
  .transform(({ street, city, region, postalCode, country, ...rest }) => ({
    ...rest,
    address: { street, city, region, postalCode, country },
    // Drawn when it is saved.
    paperLogo: null,
  }));

const companyScreen: SettingsScreen<CompanySettings> = {
  group: companySettings,
  title: "Company",
  lede: "Who you are: on every page, on invoices and in e-mails. Documents that were issued keep what they say.",
  sections: [
    {
      title: "Name",
      fields: [
        text("name", "Full name", 80, { hint: "On invoices, in the title of every page." }),
        text("shortName", "Short name", 30, {
          hint: "In large letters at the top. What follows it in the full name stands beside it.",
        }),
        text("tagline", "Tagline", 120, { hint: "After the name, where search engines show it." }),
        text("blurb", "What you do", 300, { kind: "lines", hint: "At the foot of every page." }),
        text("logo", "Logo", 300, {
          kind: "image",
          isOptional: true,
          hint: "In place of the name at the top, and on papers: the address of an image under Images. No SVG.",
        }),
      ],
    },
    {
      title: "Where to find you",
      fields: [
        text("street", "Street", 100),
        text("city", "City", 60),
        text("region", "Province", 30),
        text("postalCode", "Postal code", 12),
        text("country", "Country", 40),
        text("phone", "Telephone", 30),
        text("email", "E-mail", 254, {
          kind: "email",
          hint: "Printed, and where the shop writes to you.",
        }),
        text("socialLinks", "Social links", 2000, {
          kind: "lines",
          isOptional: true,
          hint: "One a line: a name, then its address, such as Instagram https://www.instagram.com/you",
        }),
      ],
    },
  ],
  valuesOf: ({ address, socialLinks, logo, paperLogo: _, ...rest }) => ({
    ...rest,
    ...address,
    logo: logo ?? "",
    socialLinks: socialLinks.map(({ name, href }) => `${name} ${href}`).join("\n"),
  }),
  read: (fields) => checkForm(companyForm, fields),
  preview(value) {
    const company = companyFrom(value);
    return [
      `${company.name} | ${company.tagline}`,
      company.blurb,
      ...letterhead(company).lines,
      ...company.socialLinks.map(({ name, href }) => `${name}: ${href}`),
    ];
  },
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
          hint: "One a line: days, a colon, hours. Saturday: By appointment",
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
  preview: ({ printed, times }) => [
    ...printed.map(({ days, hours }) => `${days}: ${hours}`),
    ...times.map(({ days, opens, closes }) => `${days.join(", ")}: open ${opens} to ${closes}`),
  ],
};

const wholeNumber = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`;
  return z
    .string()
    .default("")
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(/^\d{1,4}$/, message))
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
};

const documentForm = z.object({
  paymentDays: wholeNumber(0, 180),
  taxNumber: optionalText(60),
  waysToPay: lines(1500, "Please say how invoices are paid"),
  creditUse: lines(1000),
  notAnInvoice: lines(1000),
  creditAskHours: wholeNumber(1, 720),
  returns: optionalText(300),
});

const documentScreen: SettingsScreen<DocumentWords> = {
  group: documentSettings,
  title: "Invoices and taxes",
  lede: "What invoices, credit notes and delivery notes say from now on. What was issued stays as it is. Texts may name you by {name}, {phone}, {email} and {address}.",
  sections: [
    {
      title: "Taxes and terms",
      fields: [
        text("taxNumber", "GST number", 60, {
          isOptional: true,
          hint: "Printed as you write it, such as GST 123456789 RT0001.",
        }),
        text("paymentDays", "Days until an invoice is due", 3, {
          kind: "number",
          hint: "Of clients without terms of their own.",
        }),
        text("creditAskHours", "Hours after delivery in which a client can ask for a credit", 3, {
          kind: "number",
        }),
      ],
    },
    {
      title: "Texts",
      text: "One a line.",
      fields: [
        text("waysToPay", "How to pay, on invoices", 1500, { kind: "lines" }),
        text("returns", "What is wrong with a delivery", 300, { kind: "lines", isOptional: true }),
        text("creditUse", "On credit notes", 1000, { kind: "lines", isOptional: true }),
        text("notAnInvoice", "On delivery notes", 1000, { kind: "lines", isOptional: true }),
      ],
    },
  ],
  valuesOf: ({ paymentDays, creditAskHours, taxNumber, returns, ...texts }) => ({
    paymentDays: String(paymentDays),
    creditAskHours: String(creditAskHours),
    taxNumber,
    returns,
    ...Object.fromEntries(Object.entries(texts).map(([name, all]) => [name, all.join("\n")])),
  }),
  read: (fields) => checkForm(documentForm, fields),
  preview(value, company) {
    const words = documentWordsFor(value, company);
    return [
      ...[...letterhead(company).lines, words.taxNumber].filter(Boolean),
      `Due within ${words.paymentDays} days`,
      ...words.waysToPay,
      words.returns,
    ].filter(Boolean);
  },
};

const emptyOrEmail = z.union([
  z
    .string()
    .prefault("")
    .refine((typed) => typed.trim() === "")
    .transform(() => ""),
  email,
]);

const mailForm = z.object({
  name: optionalText(80),
  address: emptyOrEmail,
  replyTo: emptyOrEmail,
});

const mailScreen: SettingsScreen<MailSender> = {
  group: mailSettings,
  title: "E-mail",
  lede: "From whom the shop’s mails come. Your mail server must be allowed to send for the address (SPF, DKIM).",
  sections: [
    {
      title: "",
      fields: [
        text("name", "Sender’s name", 80, { isOptional: true, hint: "Else the company’s name." }),
        text("address", "Sender’s address", 254, {
          kind: "email",
          isOptional: true,
          hint: "Else the company’s address.",
        }),
        text("replyTo", "Answers go to", 254, {
          kind: "email",
          isOptional: true,
          hint: "Else the company’s address.",
        }),
      ],
    },
  ],
  valuesOf: (value) => ({ ...value }),
  read: (fields) => checkForm(mailForm, fields),
  preview(value, company) {
    const { name, address, replyTo } = mailSenderFrom(value, company);
    return [`From: ${name} <${address}>`, `Answers to: ${replyTo || address}`];
  },
};

/** How many notices there can be at once. */
const noticePlaces = [1, 2, 3] as const;

const day = z
  .string()
  .default("")
  .pipe(z.union([z.literal(""), z.iso.date("Please enter a day")]));

const noticeForm = z
  .object(
    Object.fromEntries(
      noticePlaces.flatMap((at) => [
        [`text${at}`, optionalText(200)],
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
  lede: "A line at the top of every public page, such as “Closed on Monday, 12 October.” Without days it stays until you take it out.",
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
  preview: ({ notices }) =>
    notices.map(({ text, from, until }) =>
      [text, from && `from ${formatFullDay(from)}`, until && `until ${formatFullDay(until)}`]
        .filter(Boolean)
        .join(", "),
    ),
};

/** The settings screens of plain fields, by the last part of their address. */
const settingsScreens = {
  company: companyScreen,
  hours: hoursScreen,
  notices: noticeScreen,
  documents: documentScreen,
  mail: mailScreen,
} as const;

/** A screen for whoever doesn't mind which: values go from its own functions to its own functions. */
export type AnySettingsScreen = SettingsScreen<object>;

/** The screen at an address; undefined for none. */
export function settingsScreen(path: string): AnySettingsScreen | undefined {
  return Object.hasOwn(settingsScreens, path)
    ? (settingsScreens[path as keyof typeof settingsScreens] as unknown as AnySettingsScreen)
    : undefined;
}
