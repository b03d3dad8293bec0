import { z } from "zod";
import { resetRequestForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { type Contact, contactKinds } from "#app/domain/customers/contacts/contact.ts";
import { photoAsked } from "#app/domain/customers/photos/site-photos.ts";
import {
  clientProfileForm,
  type ProfileFields,
  profileFields,
} from "#app/domain/customers/profile.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { conflictRefusal } from "#app/lib/form/keep-theirs.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";

const maxDriverNotes = 2000;

/** A new client, with its first site. */
export const newClientForm = z.object({
  ...clientProfileForm.shape,
  /** The owner's email address; empty for a client without a login. */
  email: z.union([z.literal(""), resetRequestForm.shape.email]).default(""),
  /** A checkbox: emails that address a link to choose a password. */
  invites: z.string().optional(),
  /** A second button: adds the client despite duplicates. */
  anyway: z.string().optional(),
});

export type NewClient = z.output<typeof newClientForm>;

const { contactName, phone, address, postalCode, notes } = profileFields.shape;

const addressMissing = "Please enter an address";

/** Weekdays from Monday, each with the name of its checkbox. */
export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
export const closedField = (weekday: number) => `closed${weekday}`;

const timeOfDay = z
  .string()
  .default("")
  .refine(
    (typed) => /^(([01]\d|2[0-3]):[0-5]\d)?$/.test(typed),
    "Please enter a time, such as 06:30",
  )
  .transform((typed) => typed || null);

const siteFields = z.object({
  name: contactName.default(""),
  address: z
    .string(addressMissing)
    .pipe(address)
    .refine((typed) => typed !== "", addressMissing),
  postalCode: postalCode.default(""),
  contactName: contactName.default(""),
  phone: phone.default(""),
  notes: notes.pipe(z.string().max(maxDriverNotes, atMostCharacters(maxDriverNotes))).default(""),
  gateCode: phone.default(""),
  closedOn: z.array(z.number()),
  /** Receiving hours; both empty for the whole day. */
  receivesFrom: timeOfDay,
  receivesTo: timeOfDay,
  /** A checkbox: orders go here by default. */
  isDefault: z.string().optional(),
  /** When the site was last changed, as seen; empty for a new one. */
  seen: z.string().default(""),
});

/** The typed fields, with a checkbox for each weekday without anyone there. */
export const siteForm = z
  .record(z.string(), z.string())
  .transform((typed) => ({
    ...typed,
    closedOn: weekdays.filter((weekday) => closedField(weekday) in typed),
  }))
  .pipe(siteFields)
  .refine(({ closedOn }) => closedOn.length < weekdays.length, {
    path: [closedField(1)],
    message: "Please leave a day on which we can deliver",
  })
  .refine(({ receivesFrom: from, receivesTo: to }) => from !== null || to === null, {
    path: ["receivesFrom"],
    message: "Please enter from when, or leave both empty",
  })
  .refine(({ receivesFrom: from, receivesTo: to }) => from === null || (to !== null && from < to), {
    path: ["receivesTo"],
    message: "Until must be later than From, or leave both empty",
  });

export type SiteForm = z.output<typeof siteForm>;

export interface ClientSite extends Omit<SiteForm, "seen" | "isDefault"> {
  id: string;
  isDefault: boolean;
  updatedAt: Date;
  zoneName: string | null;
}

type ClientDetails = Pick<ProfileFields, "companyName" | "contactName" | "phone" | "notes">;

/** Stands for the id of a site that isn't stored yet. */
export const newSite = "new";

/** The answer if another client has the new client's name or phone number. */
export interface NewClientAnswer extends FormAnswer {
  alike?: { id: string; name: string; phone: string }[];
}

/** Form field names that a profile doesn't have. */
export const recordField = {
  email: "email",
  invites: "invites",
  anyway: "anyway",
  seen: "seen",
  isDefault: "isDefault",
  activity: "activity",
  remove: "remove",
} as const;

export const recordFailed = "The change could not be saved. Please try again.";

/** Returns a site as typed values of `siteForm`; an unchecked weekday is undefined. */
export function siteValues(site: ClientSite | null): Record<string, string | undefined> {
  const { name = "", address = "", notes = "", contactName = "", phone = "" } = site ?? {};
  return {
    name,
    address,
    notes,
    contactName,
    phone,
    gateCode: site?.gateCode ?? "",
    postalCode: site?.postalCode ? formatPostalCode(site.postalCode) : "",
    receivesFrom: site?.receivesFrom ?? "",
    receivesTo: site?.receivesTo ?? "",
    ...Object.fromEntries(
      weekdays.map((weekday) => [
        closedField(weekday),
        site?.closedOn.includes(weekday) ? "yes" : undefined,
      ]),
    ),
  };
}

/** Refuses changes of a site that someone else has changed since its form was rendered. */
export function siteConflict(typed: Record<string, string>, stored: ClientSite) {
  return conflictRefusal(typed, {
    what: "this site",
    stored: siteValues(stored),
    version: { [recordField.seen]: stored.updatedAt.toISOString() },
    inWords: (name, value) => {
      const weekday = weekdays.find((one) => closedField(one) === name);
      return weekday ? `${value ? "closed" : "open"} on ${weekdayName(weekday)}` : value;
    },
  });
}

/** Returns a client's details as typed form values. */
export function detailsValues(client: ClientDetails): Record<keyof ClientDetails, string> {
  const { companyName, contactName, phone, notes } = client;
  return { companyName, contactName, phone, notes };
}

/** Refuses changes of a client that someone else has changed since the form was rendered. */
export function detailsConflict(
  typed: Record<string, string>,
  { client, seen }: { client: ClientDetails; seen: string },
) {
  return conflictRefusal(typed, {
    what: "this client",
    stored: detailsValues(client),
    version: { [recordField.seen]: seen },
  });
}

/** Browser-side validation of a site's form, and the message if the server can't be reached. */
export const siteSending = {
  failed: recordFailed,
  loadCheck: async () => (fields: Record<string, string>) =>
    fields[recordField.remove] || photoAsked(fields)
      ? undefined
      : checkForm(siteForm, fields).refused,
};

const checkBox = z.string().optional();

export const contactForm = z
  .object({
    email: resetRequestForm.shape.email,
    name: contactName.default(""),
    orders: checkBox,
    invoices: checkBox,
    statements: checkBox,
  })
  .refine((typed) => contactKinds.some((kind) => typed[kind] !== undefined), {
    path: ["orders"],
    message: "Please choose what this address gets",
  })
  .transform(({ email, name, ...boxes }): Contact => {
    return { email, name, gets: contactKinds.filter((kind) => boxes[kind] !== undefined) };
  });

/** Name of a button that removes the contact with the address in its value. */
export const removeContactField = "removeContact";

export const contactFailed = "The contact could not be saved. Please try again.";

/** Storage key for a tab's unsaved new client, per staff member. */
export const newClientTyping = (email = "") => `new client:${email}`;
