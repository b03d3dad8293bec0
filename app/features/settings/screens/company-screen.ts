import { z } from "zod";
import { letterhead } from "#app/content/company.ts";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import {
  type CompanySettings,
  companyFrom,
  companySettings,
} from "#app/domain/settings/company-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { email, optionalText, phoneText } from "#app/lib/form/form-texts.ts";
import { readCanadianPostalCode } from "#app/lib/postal-code.ts";
import { filledIn, line, lines, prose, type SettingsScreen, text } from "./settings-screen.ts";

/** Other schemes, such as `javascript:`, would run in our page. */
const webAddress = /^https?:\/\/[^\s<>"']+\.[^\s<>"']+$/i;

const socialLinks = lines(2000).transform((all, check) =>
  all.map((line) => {
    const at = line.search(/https?:/i);
    const name = line.slice(0, Math.max(at, 0)).replace(/[\s:,]{1,9}$/, "");
    const href = line.slice(Math.max(at, 0));
    if (!name || name.length > 40 || !webAddress.test(href)) {
      check.addIssue({
        code: "custom",
        message: `Please write a name and an address that begins with https:// in “${line.slice(0, 60)}”`,
      });
    }
    return { name, href };
  }),
);

/** Turns the copied URL of one size of a library image into the image's own URL. */
const libraryAddress = (copied: string) =>
  copied
    .replace(/^https?:\/\/[^/]+(?=\/photos\/)/, "")
    .replace(/\/\d{2,4}\.(?:avif|webp|jpg)(?=\?|$)/, "");

/** A line whose words fit on a phone's screen in its font. */
const fitting = (most: number, missing: string, longestWord = 30) =>
  line(most, missing).refine(
    (typed) => typed.split(/\s/).every((word) => word.length <= longestWord),
    `Please use words of at most ${longestWord} letters`,
  );

const companyForm = z
  .object({
    name: fitting(80, "Please enter the company’s name"),
    shortName: fitting(30, "Please enter a short name", 18),
    tagline: fitting(120, "Please enter a line that says what you sell").superRefine(filledIn()),
    blurb: prose(300, "Please say in a sentence or two what you do"),
    street: fitting(100, "Please enter the street"),
    city: fitting(60, "Please enter the city"),
    region: fitting(30, "Please enter the province"),
    postalCode: line(12, "Please enter the postal code").transform((typed, check) => {
      const written = readCanadianPostalCode(typed);
      if (written) return written;
      check.addIssue({ code: "custom", message: "Please enter a postal code such as V3G 1A2" });
      return z.NEVER;
    }),
    country: fitting(40, "Please enter the country"),
    email,
    phone: phoneText(30),
    socialLinks,
    // Library images only, because those are raster images encoded by the shop.
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
    // Generated on save.
    paperLogo: null,
  }));

export const companyScreen: SettingsScreen<CompanySettings> = {
  group: companySettings,
  title: "Company",
  lede: "Who you are: on every page, on invoices and in emails. Documents that were issued keep what they say.",
  sections: [
    {
      title: "Name",
      fields: [
        text("name", "Full name", 80, { hint: "On invoices, in the title of every page." }),
        text("shortName", "Short name", 30, {
          hint: "In large letters at the top. What follows it in the full name stands beside it.",
        }),
        text("tagline", "Tagline", 120, { hint: "After the name, where search engines show it." }),
        text("blurb", "What you do", 300, {
          kind: "lines",
          hint: "At the foot of every page. {city} is filled in from the address below.",
        }),
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
        text("phone", "Phone", 30),
        text("email", "Email", 254, {
          kind: "email",
          hint: "Printed, and where the shop writes to you.",
        }),
        text("socialLinks", "Social links", 2000, {
          kind: "lines",
          isOptional: true,
          hint: "One per line: a name, then its address, such as Instagram https://www.instagram.com/you",
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
