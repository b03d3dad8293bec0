import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { replyOrCall } from "#app/domain/mail/mail-block.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { daysAfter, formatFullDay } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export const reminderSteps = ["before", "after", "later"] as const;

export type ReminderStep = (typeof reminderSteps)[number];

/** The owner's reminder settings. Each step has its days before or after the due day, and words. */
export interface ReminderSettings {
  isOn: boolean;
  beforeDays: number;
  beforeText: string;
  afterDays: number;
  afterText: string;
  laterDays: number;
  laterText: string;
}

export interface WantedReminders extends ReminderSettings {
  /** True if, when reminders are switched on, the days of already overdue invoices count too. */
  withOverdue?: boolean;
}

/** In force until the owner decides otherwise. */
export const presetReminders: ReminderSettings = {
  isOn: false,
  beforeDays: 3,
  beforeText: "A friendly note: the following is due soon.",
  afterDays: 3,
  afterText:
    "The following is past its due date. If you have paid in the last few days, please disregard this.",
  laterDays: 21,
  laterText:
    "The following has been due for some time. Please pay now, or call us to work out a plan.",
};

const days = (most: number) =>
  z
    .string()
    .default("")
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(/^\d{1,3}$/, `Please enter a whole number from 0 to ${most}`))
    .transform(Number)
    .pipe(z.number().max(most, `Please enter a whole number from 0 to ${most}`));

const text = filledText(1000, "Please enter what the mail says");

const reminderForm = z
  .object({
    isOn: z
      .string()
      .optional()
      .transform((value) => value !== undefined),
    withOverdue: z
      .string()
      .optional()
      .transform((value) => value !== undefined),
    beforeDays: days(30),
    beforeText: text,
    afterDays: days(90),
    afterText: text,
    laterDays: days(365),
    laterText: text,
  })
  .refine(({ afterDays, laterDays }) => laterDays > afterDays, {
    path: ["laterDays"],
    message: "Please enter more days than for the first reminder",
  });

export type ReminderAnswer = FormAnswer<keyof WantedReminders>;

export const remindersFailed = "The reminders could not be saved. Please try again.";

/** Parses the submitted settings, or returns the answer with the errors. */
export function checkReminders(fields: Record<string, string>) {
  return checkForm(reminderForm, fields);
}

/**
 * Returns the reminder that an invoice is due for on a day; null for none yet. Only the latest
 * counts: a long overdue invoice doesn't get three at once.
 *
 * @param since the day from which the days of earlier debts count, so that switching reminders on
 *   does not mail everybody who is late at once
 */
export function stepOn(
  { beforeDays, afterDays, laterDays }: ReminderSettings,
  dueOn: string,
  today: string,
  since: string | null = null,
): ReminderStep | null {
  const wasOverdue = since !== null && dueOn < since;
  const from = wasOverdue ? since : dueOn;
  if (today >= daysAfter(from, laterDays) && today > from) return "later";
  if (today >= daysAfter(from, afterDays) && today > from) return "after";
  if (wasOverdue) return null;
  return today >= daysAfter(dueOn, -beforeDays) && today <= dueOn ? "before" : null;
}

interface RemindedInvoice {
  documentNumber: string;
  dueOn: string;
  openCents: number;
  url: string | null;
}

/** Composes a reminder of invoices; `url` is for a guest, who has no account to find it in. */
export function reminderMail(
  settings: ReminderSettings,
  step: ReminderStep,
  { company, invoices }: { company: string; invoices: RemindedInvoice[] },
  shop: Shop,
): MailContent {
  const total = formatCents(sumCents(invoices, ({ openCents }) => openCents));
  const [first] = invoices;
  const what =
    invoices.length === 1 && first ? first.documentNumber : `${invoices.length} invoices`;
  const title = step === "before" ? `Due soon: ${what}` : `Past due: ${what}`;
  return composeMail(shop.company, {
    subject: `${title}, ${total}`,
    preview: `${total} ${step === "before" ? "is due soon" : "is past due"}`,
    title,
    blocks: [
      company ? `For ${company}.` : "For your account.",
      { kind: "paragraph", text: settings[`${step}Text`], trusted: true },
      {
        kind: "table",
        caption: step === "before" ? "Due soon" : "Past due",
        rows: invoices.map(({ documentNumber, dueOn, openCents }) => ({
          name: documentNumber,
          detail: `Due ${formatFullDay(dueOn)}`,
          amount: formatCents(openCents),
        })),
        total: { label: "Total (CAD)", amount: total },
      },
      ...invoices.flatMap(({ url, documentNumber }) =>
        url
          ? [{ kind: "link" as const, label: `Open ${documentNumber}`, url: shop.siteUrl + url }]
          : [],
      ),
      ...(invoices.some(({ url }) => url === null)
        ? [
            {
              kind: "link" as const,
              label: "See your invoices",
              url: `${shop.siteUrl}/dashboard/invoices`,
            },
          ]
        : []),
      replyOrCall("Something not right?", shop.company),
    ],
    reason: `You're receiving this email because ${invoices.some(({ url }) => url === null) ? `invoices of ${shop.company.name} are open on your account` : `an order placed at ${shop.company.name} with this address is not paid yet`}.`,
  });
}

/** Composes the email with a customer's monthly statement. */
export function statementMail(
  facts: {
    company: string;
    month: string;
    openingCents: number;
    closingCents: number;
    overdueCents: number;
    rows: { what: string; day: string; cents: number }[];
    days: { from: string; to: string };
  },
  shop: Shop,
): MailContent {
  const { company, month, openingCents, closingCents, overdueCents, rows, days } = facts;
  const title = `Your statement for ${month}`;
  const overdue = overdueCents > 0 ? ` ${formatCents(overdueCents)} is past its due date.` : "";
  const query = new URLSearchParams({ from: days.from, to: days.to });
  return composeMail(shop.company, {
    subject: `${title}: ${formatCents(closingCents)}`,
    preview: `Balance ${formatCents(closingCents)}.${overdue}`,
    title,
    blocks: [
      `${company ? `For ${company}.` : "For your account."} The balance before was ${formatCents(openingCents)}.${overdue}`,
      {
        kind: "table",
        caption: month,
        rows: rows.map(({ what, day, cents }) => ({
          name: what,
          detail: formatFullDay(day),
          amount: formatCents(cents),
        })),
        total: { label: "Balance (CAD)", amount: formatCents(closingCents) },
      },
      {
        kind: "link",
        label: "Open the statement",
        url: `${shop.siteUrl}/dashboard/invoices/statement.pdf?${query}`,
      },
    ],
    reason: `You're receiving this email because your account with ${shop.company.name} gets a statement each month.`,
  });
}
