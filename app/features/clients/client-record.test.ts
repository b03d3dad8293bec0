import { describe, expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { contactForm } from "./client-record.ts";

describe("the form of a contact", () => {
  it("takes an address in any spelling, and what it gets", () => {
    const { data } = checkForm(contactForm, { email: " Books@Example.COM ", invoices: "yes" });
    expect(data).toEqual({ email: "books@example.com", name: "", gets: ["invoices"] });
  });

  it("refuses an address that is none, and one that gets nothing", () => {
    expect(
      checkForm(contactForm, { email: "books@", orders: "yes" }).refused?.errors,
    ).toHaveProperty("email");
    expect(checkForm(contactForm, { email: "a@example.com" }).refused?.errors).toHaveProperty(
      "orders",
    );
  });
});
