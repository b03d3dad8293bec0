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

// What is entered of a client, of its sites and of its contacts.

const maxDriverNotes = 2000;

/** A new client, with its first site. */
export const newClientForm = z.object({
  ...clientProfileForm.shape,
  /** Whoever signs in for it; empty for nobody. */
  email: z.union([z.literal(""), resetRequestForm.shape.email]).default(""),
  /** A check box: whether that address gets a link to choose a password. */
  invites: z.string().optional(),
  /** Another button: adds the client although one like it is there. */
  anyway: z.string().optional(),
});

export type NewClient = z.output<typeof newClientForm>;

const { contactName, phone, address, postalCode, notes } = profileFields.shape;

const addressMissing = "Please enter an address";

/** The weekdays, Monday first, and the name of each one's check box. */
export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
export const closedField = (weekday: number) => `closed${weekday}`;

/** Empty is null. */
const timeOfDay = z
  .string()
  .default("")
  .refine(
    (typed) => /^(([01]\d|2[0-3]):[0-5]\d)?$/.test(typed),
    "Please enter a time, such as 06:30",
  )
  .transform((typed) => typed || null);

/** A place of a client that we deliver to. */
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
  /** The hours in which somebody is there; both empty for the whole day. */
  receivesFrom: timeOfDay,
  receivesTo: timeOfDay,
  /** A check box: whether orders go here unless they say otherwise. */
  isDefault: z.string().optional(),
  /** When it was changed last, as it was seen; empty for a new one. */
  seen: z.string().default(""),
});

/** The same as it is typed, with a check box for each weekday on which nobody is there. */
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

/** A site as its form shows it. */
export interface ClientSite extends Omit<SiteForm, "seen" | "isDefault"> {
  id: string;
  isDefault: boolean;
  updatedAt: Date;
  /** The zone that delivers there; null for none. */
  zoneName: string | null;
}

type ClientDetails = Pick<ProfileFields, "companyName" | "contactName" | "phone" | "notes">;

/** In place of the id of a site that is not stored yet. */
export const newSite = "new";

/** The answer to a new client whose name or phone number another has. */
export interface NewClientAnswer extends FormAnswer {
  alike?: { id: string; name: string; phone: string }[];
}

/** Names of the forms' fields that no profile has. */
export const recordField = {
  email: "email",
  invites: "invites",
  anyway: "anyway",
  seen: "seen",
  isDefault: "isDefault",
  /** A button: makes the client inactive, or active again. */
  activity: "activity",
  /** A button: takes the site away. */
  remove: "remove",
} as const;

export const recordFailed = "The change could not be saved. Please try again.";

/** A site as `siteForm` has it typed; an unchecked weekday is undefined. */
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

/** For a site that somebody else has changed since its form was drawn. */
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

/** Who a client is, as its form has it typed. */
export function detailsValues(client: ClientDetails): Record<keyof ClientDetails, string> {
  const { companyName, contactName, phone, notes } = client;
  return { companyName, contactName, phone, notes };
}

/** For a client whom somebody else has changed since the form was drawn. */
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

/** What is sent of a site without being asked of the server, and what is said when it can't be reached. */
export const siteSending = {
  failed: recordFailed,
  loadCheck: async () => (fields: Record<string, string>) =>
    fields[recordField.remove] || photoAsked(fields)
      ? undefined
      : checkForm(siteForm, fields).refused,
};

const checkBox = z.string().optional();

/** A contact as it is typed. */
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

/** Of the forms' buttons: takes the contact away whose address it has. */
export const removeContactField = "removeContact";

export const contactFailed = "The contact could not be saved. Please try again.";

/** Under which name the tab keeps a new client that is half typed, for whoever types it. */
export const newClientTyping = (email = "") => `new client:${email}`;
