import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { email, optionalText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import { usualConfirmHours } from "#db/schema/values/payments.ts";

export interface PaymentSettings {
  takesDoor: boolean;
  takesEtransfer: boolean;
  /** Only effective while the provider's keys are set. */
  takesCard: boolean;
  /** Never empty while e-transfers are accepted. */
  etransferEmail: string;
  etransferNote: string;
  /** How long a guest's order by e-transfer is kept until they confirm the address. */
  confirmHours: number;
}

const mostConfirmHours = 168;

export type PaymentSettingsAnswer = FormAnswer<keyof PaymentSettings>;

export const paymentSettingsFailed = "The ways of paying could not be saved. Please try again.";

/**
 * Returns the payment methods of a retail order, in the order offered; none if there is no
 * checkout.
 *
 * @param hasCard true if the provider's keys are set
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

/** Parses the submitted settings, or returns the answer with the errors. */
export function checkPaymentSettings(fields: Record<string, string>) {
  return checkForm(settingsForm, fields);
}
