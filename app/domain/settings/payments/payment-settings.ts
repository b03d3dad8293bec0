import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { email, optionalText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";

/** Which ways of paying the owner offers retail customers. */
export interface PaymentSettings {
  takesDoor: boolean;
  takesEtransfer: boolean;
  /** Has an effect only while the provider's keys are set. */
  takesCard: boolean;
  /** Where e-transfers go; never empty while they are taken. */
  etransferEmail: string;
  /** What customers should know of e-transfers; may be empty. */
  etransferNote: string;
  /** How long a guest's order by e-transfer keeps its place until they confirm the address. */
  confirmHours: number;
}

/** Where the owner has chosen nothing else. */
const usualConfirmHours = 24;

/** The longest that such an order may keep it: a week. */
const mostConfirmHours = 168;

/** The answer to the form when it doesn't redirect. */
export type PaymentSettingsAnswer = FormAnswer<keyof PaymentSettings>;

/** Shown if there's no more specific message. */
export const paymentSettingsFailed = "The ways of paying could not be saved. Please try again.";

/**
 * The ways in which a retail order can be paid, in the order in which they are offered; none while
 * there is no checkout.
 *
 * @param hasCard whether card payments can be made, i.e. the provider's keys are set
 */
export function waysOfPaying(
  {
    takesCard,
    takesDoor,
    takesEtransfer,
  }: Pick<PaymentSettings, "takesCard" | "takesDoor" | "takesEtransfer">,
  { hasCard }: { hasCard: boolean },
): PaymentWay[] {
  return [
    ...(takesCard && hasCard ? (["card"] as const) : []),
    ...(takesDoor ? (["door"] as const) : []),
    ...(takesEtransfer ? (["etransfer"] as const) : []),
  ];
}

const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const hoursMessage = `Please enter a whole number of hours from 1 to ${mostConfirmHours}`;

const settingsForm = z
  .object({
    takesDoor: ticked,
    takesEtransfer: ticked,
    takesCard: ticked,
    etransferEmail: z.union([
      z
        .string()
        .prefault("")
        .refine((typed) => typed.trim() === "")
        .transform(() => ""),
      email,
    ]),
    etransferNote: optionalText(1000),
    confirmHours: z
      .string()
      .prefault(String(usualConfirmHours))
      .refine((typed) => /^\s*\d{1,3}\s*$/.test(typed), hoursMessage)
      .transform(Number)
      .refine((hours) => hours >= 1 && hours <= mostConfirmHours, hoursMessage),
  })
  .refine(({ takesEtransfer, etransferEmail }) => !takesEtransfer || etransferEmail !== "", {
    path: ["etransferEmail"],
    message: "Please enter the address that e-transfers go to",
  });

/** Parses the submitted settings, or returns the answer with their errors. */
export function checkPaymentSettings(fields: Record<string, string>) {
  return checkForm(settingsForm, fields);
}
