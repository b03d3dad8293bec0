import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { accountReadyMail, confirmationMail, passwordResetMail } from "./account-mails.ts";

const url = "https://shop.example.com/reset-password?token=a&b=%22";

it.each([
  [
    "passwordResetMail",
    passwordResetMail,
    `Choose a new password for ${sampleShop().company.name}`,
  ],
  [
    "accountReadyMail",
    accountReadyMail,
    `Your wholesale account with ${sampleShop().company.name}`,
  ],
  [
    "confirmationMail",
    confirmationMail,
    `Confirm your email address for ${sampleShop().company.name}`,
  ],
])(
  "%s has a subject that says what it is for, and its link on a separate line",
  (_, mail, subject) => {
    const { subject: said, text, html } = mail({ url }, sampleShop());
    expect(said).toBe(subject);
    expect(text.split("\n")).toContain(url);
    expect(html.match(/href="([^"]+)"/g)).toContain(
      `href="https://shop.example.com/reset-password?token=a&amp;b=%22"`,
    );
  },
);

it("the confirmation email doesn't claim that confirming is required, as that depends on the settings", () => {
  const { text } = confirmationMail({ url }, sampleShop());
  expect(text.replace(/\s+/g, " ")).toContain("until then we don’t email you about your orders");
  expect(text).not.toContain("order with this address");
});
