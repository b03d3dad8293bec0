import { describe, expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { businessTypes as known, deliveryChoices as ways } from "#db/schema/inquiries.ts";
import { businessTypes, deliveryChoices } from "../inquiry.ts";
import { inquiryForm } from "./inquiry-form.ts";

const filled = {
  company: "Harbour Kitchen",
  contact: "Sam Sample",
  email: "sam@example.com",
  phone: "604-555-0177",
  businessType: "restaurant",
  delivery: "undecided",
};

const check = (fields: Record<string, string>) => checkForm(inquiryForm, fields);
const errorsOf = (fields: Record<string, string>) => check(fields).refused?.errors;

describe("the wholesale inquiry", () => {
  it("asks for all but volume and notes", () => {
    expect(errorsOf({})).toEqual({
      company: ["Please enter your company name"],
      contact: ["Please enter a contact name"],
      email: ["Please enter your e-mail address"],
      phone: ["Please enter a phone number"],
      businessType: ["Please choose your kind of business"],
      delivery: ["Please choose delivery, pickup or undecided"],
    });
  });

  it("says one thing of a field that was left empty", () => {
    expect(errorsOf({ ...filled, phone: "" })?.phone).toEqual(["Please enter a phone number"]);
  });

  it("leaves open what was not given", () => {
    expect(check(filled).data).toEqual({ ...filled, weeklyVolume: "", notes: "" });
  });

  it("offers exactly what the table takes", () => {
    expect(Object.keys(businessTypes)).toEqual([...known]);
    expect(Object.keys(deliveryChoices)).toEqual([...ways]);
  });

  it.each(Object.keys(businessTypes))("takes a %s", (businessType) => {
    expect(check({ ...filled, businessType }).data).toMatchObject({ businessType });
  });

  it.each(["", "Butcher", "bakery", "__proto__", "constructor"])("knows no %j", (choice) => {
    expect(errorsOf({ ...filled, businessType: choice })).toHaveProperty("businessType");
    expect(errorsOf({ ...filled, delivery: choice })).toHaveProperty("delivery");
  });

  it.each(["call me", "-", "5", "\0"])("takes %j for no phone number", (phone) => {
    expect(errorsOf({ ...filled, phone })).toHaveProperty("phone");
  });

  it("ends where the table does", () => {
    const longest = {
      ...filled,
      company: "x".repeat(200),
      contact: "x".repeat(200),
      phone: "5".repeat(50),
      weeklyVolume: "x".repeat(200),
      notes: "x".repeat(5000),
    };
    expect(check(longest).data).toEqual(longest);
    const longer = Object.entries(longest).filter(([, value]) => /^(x|5)/.test(value));
    for (const [name, value] of longer) {
      expect(errorsOf({ ...filled, [name]: `${value}x` }), name).toHaveProperty(name);
    }
  });
});
