import { z } from "zod";
import type {
  Company,
  DocumentWords,
  MailSender,
  OpeningHours,
  Shop,
} from "#app/content/company.ts";
import { fillIn, weekdays } from "#app/content/company.ts";
import { sampleCompany, sampleDocumentWords, sampleHours } from "#app/content/sample-company.ts";
import type { SettingsGroup } from "./settings-group.ts";

const address = z.object({
  street: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

const company = z.object({
  name: z.string(),
  shortName: z.string(),
  tagline: z.string(),
  blurb: z.string(),
  address,
  email: z.string(),
  phone: z.string(),
  socialLinks: z.array(z.object({ name: z.string(), href: z.string() })),
  logo: z.string().nullable(),
  paperLogo: z.string().nullable().default(null),
});

export type CompanySettings = z.output<typeof company>;

export const companySettings: SettingsGroup<CompanySettings> = {
  key: "company",
  schema: company,
  defaults: sampleCompany,
};

export const hoursSettings: SettingsGroup<OpeningHours> = {
  key: "hours",
  schema: z.object({
    printed: z.array(z.object({ days: z.string(), hours: z.string() })),
    times: z.array(
      z.object({ days: z.array(z.enum(weekdays)), opens: z.string(), closes: z.string() }),
    ),
  }),
  defaults: sampleHours,
};

export const documentSettings: SettingsGroup<DocumentWords> = {
  key: "documents",
  schema: z.object({
    paymentDays: z.int(),
    taxNumber: z.string(),
    waysToPay: z.array(z.string()),
    creditUse: z.array(z.string()),
    notAnInvoice: z.array(z.string()),
    creditAskHours: z.int(),
    returns: z.string(),
  }),
  defaults: sampleDocumentWords,
};

/** The address for e-transfers, saved with the payment methods; empty for the company's address. */
export const etransferSettings: SettingsGroup<{ email: string }> = {
  key: "e-transfers",
  schema: z.object({ email: z.string() }),
  defaults: { email: "" },
};

/** Empty texts default to the company's own name and address. */
export const mailSettings: SettingsGroup<MailSender> = {
  key: "mail",
  schema: z.object({ name: z.string(), address: z.string(), replyTo: z.string() }),
  defaults: { name: "", address: "", replyTo: "" },
};

const notice = z.object({ text: z.string(), from: z.string(), until: z.string() });

/** Lines atop the public pages, each between two Pacific days; an empty day sets no limit. */
export type Notice = z.output<typeof notice>;

export const noticeSettings: SettingsGroup<{ notices: Notice[] }> = {
  key: "notices",
  schema: z.object({ notices: z.array(notice) }),
  defaults: { notices: [] },
};

/** Returns the notices of a day, with the company filled in. */
export function noticesOn(
  day: string,
  { notices }: { notices: Notice[] },
  company: Company,
): string[] {
  return notices
    .filter(({ from, until }) => (from === "" || from <= day) && (until === "" || day <= until))
    .map(({ text }) => fillIn(text, company));
}

/** Returns the company as the shop presents it. */
export function companyFrom({ phone, ...settings }: CompanySettings): Company {
  const { name, shortName, tagline, blurb } = settings;
  const company = {
    ...settings,
    nameSuffix: name.startsWith(`${shortName} `) ? name.slice(shortName.length + 1) : "",
    phone: { display: phone, href: phoneLink(phone) },
  };
  return { ...company, tagline: fillIn(tagline, company), blurb: fillIn(blurb, company) };
}

/** Returns the E.164 number for a `tel:` link; ten digits are a North American number. */
function phoneLink(display: string): string {
  const digits = display.replace(/e?x.*/i, "").replace(/\D/g, "");
  if (display.trim().startsWith("+") || digits.length > 10) return `tel:+${digits}`;
  return `tel:+1${digits}`;
}

/** Returns the sender of emails; defaults to the company's own name and address. */
export function mailSenderFrom(sender: MailSender, { name, email }: Company): MailSender {
  return {
    name: sender.name || name,
    address: sender.address || email,
    replyTo: sender.replyTo || (sender.address ? email : ""),
  };
}

/** The placeholders of documents' texts, besides the company's. */
export const documentPlaceholders = ["e-transfer email"] as const;

/** Returns the documents' texts, with the company and the e-transfer address filled in. */
export function documentWordsFor(
  words: DocumentWords,
  { company, etransferEmail }: Pick<Shop, "company" | "etransferEmail">,
): DocumentWords {
  const own: Record<(typeof documentPlaceholders)[number], string> = {
    "e-transfer email": etransferEmail,
  };
  const filled = (texts: string[]) => texts.map((text) => fillIn(text, company, own));
  return {
    ...words,
    waysToPay: filled(words.waysToPay),
    creditUse: filled(words.creditUse),
    notAnInvoice: filled(words.notAnInvoice),
    returns: fillIn(words.returns, company, own),
  };
}

/** Returns the opening hours as printed, with the company filled in. */
function hoursFor({ printed, times }: OpeningHours, company: Company): OpeningHours {
  const filled = printed.map(({ days, hours }) => ({ days, hours: fillIn(hours, company) }));
  return { printed: filled, times };
}

/** Returns the shop as its owner has set it up; its properties follow what `get` returns. */
export function shopFrom(
  get: <Value extends object>(group: SettingsGroup<Value>) => Value,
  siteUrl: string,
): Shop {
  const companyOf = memo(companyFrom);
  const wordsOf = memo((words: DocumentWords) =>
    memo((company: Company) =>
      memo(({ email }: { email: string }) =>
        documentWordsFor(words, { company, etransferEmail: email || company.email }),
      ),
    ),
  );
  const hoursOf = memo((hours: OpeningHours) => memo((of: Company) => hoursFor(hours, of)));
  const senderOf = memo((sender: MailSender) => memo((of: Company) => mailSenderFrom(sender, of)));
  return {
    siteUrl,
    get company() {
      return companyOf(get(companySettings));
    },
    get hours() {
      return hoursOf(get(hoursSettings))(this.company);
    },
    get documents() {
      return wordsOf(get(documentSettings))(this.company)(get(etransferSettings));
    },
    get etransferEmail() {
      return get(etransferSettings).email || this.company.email;
    },
    get mailSender() {
      return senderOf(get(mailSettings))(this.company);
    },
  };
}

function memo<From extends object, To>(work: (from: From) => To): (from: From) => To {
  let last: { from: From; to: To } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, to: work(from) };
    return last.to;
  };
}
