import { expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { supplierSchema } from "./supplier-form.ts";

it("explains errors in a phone number or an address, and accepts none", () => {
  const check = (fields: Record<string, string>) =>
    checkForm(supplierSchema, { name: "Sample Packer", ...fields });
  expect(check({ phone: " ", email: "" }).data).toMatchObject({ phone: "", email: null });
  expect(check({ phone: "604-555-0150", email: "Desk@Example.com" }).data).toMatchObject({
    phone: "604-555-0150",
    email: "desk@example.com",
  });
  const { refused } = check({ phone: "ask for Bob", email: "desk@" });
  expect(refused?.errors).toMatchObject({
    phone: [expect.stringContaining("phone number")],
    email: ["Please enter an email address like name@example.com"],
  });
});
