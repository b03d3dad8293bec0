import { z } from "zod";
import type { MailSender } from "#app/content/company.ts";
import { mailSenderFrom, mailSettings } from "#app/domain/settings/company-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { email } from "#app/lib/form/form-texts.ts";
import { line, type SettingsScreen, text } from "./settings-screen.ts";

const emptyOrEmail = z.union([
  z
    .string()
    .prefault("")
    .refine((typed) => typed.trim() === "")
    .transform(() => ""),
  email,
]);

const mailForm = z.object({
  name: line(80),
  address: emptyOrEmail,
  replyTo: emptyOrEmail,
});

export const mailScreen: SettingsScreen<MailSender> = {
  group: mailSettings,
  title: "Email",
  lede: "Who the shop’s email comes from. Your mail server must be allowed to send for the address (SPF, DKIM).",
  sections: [
    {
      title: "",
      fields: [
        text("name", "Sender’s name", 80, {
          isOptional: true,
          hint: "Defaults to the company name.",
        }),
        text("address", "Sender’s address", 254, {
          kind: "email",
          isOptional: true,
          hint: "Defaults to the company address.",
        }),
        text("replyTo", "Answers go to", 254, {
          kind: "email",
          isOptional: true,
          hint: "Defaults to the company address.",
        }),
      ],
    },
  ],
  valuesOf: (value) => ({ ...value }),
  read: (fields) => checkForm(mailForm, fields),
  preview(value, { company }) {
    const { name, address, replyTo } = mailSenderFrom(value, company);
    return [`From: ${name} <${address}>`, `Answers to: ${replyTo || address}`];
  },
};
