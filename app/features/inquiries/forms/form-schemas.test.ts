import { describe, expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { businessTypes as known, deliveryChoices as ways } from "#db/schema/values/inquiries.ts";
import { businessTypes, deliveryChoices } from "../inquiry.ts";
import { contactForm, inquiryForm } from "./form-schemas.ts";
import { refusedAnswer } from "./form-words.ts";

describe("the contact form", () => {
  const filled = {
    name: "Jean Sample",
    email: "jean@example.com",
    message: "Do you cut tomahawks?",
  };

  const check = (fields: Record<string, string>) => checkForm(contactForm, fields);
  const errorsOf = (fields: Record<string, string>) => check(fields).refused?.errors;

  it("requires name, email and message", () => {
    expect(errorsOf({})).toEqual({
      name: ["Please enter your name"],
      email: ["Please enter your email address"],
      message: ["Please write your message"],
    });
  });

  it("accepts and trims what is filled in", () => {
    const typed = {
      name: "  Jean Sample ",
      email: " Jean@Example.com ",
      message: "\r\nOne\r\nTwo ",
    };
    expect(check(typed).data).toEqual({
      name: "Jean Sample",
      email: "jean@example.com",
      message: "One\nTwo",
    });
  });

  it("drops unknown fields", () => {
    expect(check({ ...filled, handledAt: "now", id: "1" }).data).toEqual(filled);
  });

  it.each([" ", "\n\n", "\0", "\u00a0", "\u0085", "\u200b", "\ufeff", "\u2028", "\u202e"])(
    "treats %j as empty",
    (nothing) => {
      expect(errorsOf({ ...filled, name: nothing })).toHaveProperty("name");
      expect(errorsOf({ ...filled, message: nothing })).toHaveProperty("message");
    },
  );

  it.each(["jean", "jean@", "@example.com", "jean@example", "a b@example.com", "a@b.ca, c@d.ca"])(
    "rejects %j as an address",
    (email) => {
      expect(errorsOf({ ...filled, email })).toEqual({
        email: ["Please enter an email address like name@example.com"],
      });
    },
  );

  it.each([
    "jean@example.com\r\nBcc: all@example.com",
    "jean@example.com\nBcc: all@example.com",
    "jean@example.com%0aBcc:all@example.com",
    '"jean@example.com" <all@example.com>',
  ])("rejects a second header: %j", (email) => {
    expect(errorsOf({ ...filled, email })).toHaveProperty("email");
  });

  it("has the same limits as the table", () => {
    const longest = { ...filled, name: "x".repeat(200), message: "x".repeat(10_000) };
    expect(check(longest).data).toEqual(longest);
    expect(errorsOf({ ...filled, name: "x".repeat(201) })).toEqual({
      name: ["Please use at most 200 characters"],
    });
    expect(errorsOf({ ...filled, message: "x".repeat(10_001) })).toEqual({
      message: ["Please use at most 10,000 characters"],
    });
  });

  it("returns what was typed with the errors", () => {
    const { refused = {} } = check({ ...filled, email: "jean" });
    expect(refusedAnswer("contact", refused)).toMatchObject({
      problem: { title: "Message failed", description: "Please correct the marked fields." },
      values: { ...filled, email: "jean" },
    });
  });

  it("accepts any language and emoji", () => {
    const anyone = { ...filled, name: "Łucja Ōta-O’Neil", message: "🥩" };
    expect(check(anyone).data).toEqual(anyone);
  });
});

describe("the wholesale inquiry", () => {
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

  it("requires everything but volume and notes", () => {
    expect(errorsOf({})).toEqual({
      company: ["Please enter your company name"],
      contact: ["Please enter a contact name"],
      email: ["Please enter your email address"],
      phone: ["Please enter a phone number"],
      businessType: ["Please choose your kind of business"],
      delivery: ["Please choose delivery, pickup or undecided"],
    });
  });

  it("has one error for an empty field", () => {
    expect(errorsOf({ ...filled, phone: "" })?.phone).toEqual(["Please enter a phone number"]);
  });

  it("leaves omitted fields empty", () => {
    expect(check(filled).data).toEqual({ ...filled, weeklyVolume: "", notes: "" });
  });

  it("offers exactly what the table accepts", () => {
    expect(Object.keys(businessTypes)).toEqual([...known]);
    expect(Object.keys(deliveryChoices)).toEqual([...ways]);
  });

  it.each(Object.keys(businessTypes))("accepts a %s", (businessType) => {
    expect(check({ ...filled, businessType }).data).toMatchObject({ businessType });
  });

  it.each(["", "Butcher", "bakery", "__proto__", "constructor"])("rejects %j", (choice) => {
    expect(errorsOf({ ...filled, businessType: choice })).toHaveProperty("businessType");
    expect(errorsOf({ ...filled, delivery: choice })).toHaveProperty("delivery");
  });

  it.each(["call me", "-", "5", "\0"])("rejects %j as a phone number", (phone) => {
    expect(errorsOf({ ...filled, phone })).toHaveProperty("phone");
  });

  it("has the same limits as the table", () => {
    const longest = {
      ...filled,
      company: "x".repeat(200),
      contact: "x".repeat(200),
      phone: `555${" ".repeat(38)}-604-0142`,
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
