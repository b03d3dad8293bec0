import { describe, expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { newPasswordForm, resetRequestForm, signInForm, signUpForm } from "./auth-forms.ts";

const account = {
  email: "chef@example.com",
  password: "long enough",
  companyName: "Sample Bistro",
};

describe("signUpForm", () => {
  it("requires only email address, password and company", () => {
    expect(checkForm(signUpForm, account).data).toEqual(account);
  });

  it("normalizes the address and trims the company's details", () => {
    const { data } = checkForm(signUpForm, {
      ...account,
      email: "  Chef@Example.COM ",
      companyName: " Sample Bistro\n",
      phone: " 604-555-0142 ",
    });
    expect(data).toMatchObject({
      email: "chef@example.com",
      companyName: "Sample Bistro",
      phone: "604-555-0142",
    });
  });

  it("keeps the password exactly as typed", () => {
    const password = "  spaces and ünïcode \u{1f969} ";
    expect(checkForm(signUpForm, { ...account, password }).data?.password).toBe(password);
  });

  it("ignores unknown fields", () => {
    const { data } = checkForm(signUpForm, { ...account, isAdmin: "true", is_admin: "1", id: "x" });
    expect(data).toEqual(account);
  });

  it("has an error for every missing field", () => {
    expect(checkForm(signUpForm, {}).refused?.errors).toEqual({
      email: ["Please enter your email address"],
      password: ["Please choose a password"],
      companyName: ["Please enter your company name"],
    });
  });

  it("treats white space as empty", () => {
    const { refused } = checkForm(signUpForm, { ...account, email: "  ", companyName: " \0 " });
    expect(refused?.errors).toMatchObject({
      email: ["Please enter your email address"],
      companyName: ["Please enter your company name"],
    });
  });

  it("has one error for every empty field", () => {
    const empty = { email: "", password: "", companyName: "" };
    expect(checkForm(signUpForm, empty).refused?.errors).toEqual({
      email: ["Please enter your email address"],
      password: ["Please use at least 8 characters"],
      companyName: ["Please enter your company name"],
    });
  });

  it("refuses the address as the password", () => {
    const { refused } = checkForm(signUpForm, { ...account, password: "CHEF@example.com" });
    expect(Object.keys(refused?.errors ?? {})).toEqual(["password"]);
  });

  it.each([
    ["companyName", 200],
    ["contactName", 200],
    ["phone", 50],
    ["address", 500],
    ["notes", 5000],
  ])("limits %s to the length of its database column", (field, most) => {
    const longest = { ...account, [field]: "x".repeat(most) };
    expect(checkForm(signUpForm, longest).refused).toBeUndefined();
    const longer = { ...account, [field]: "x".repeat(most + 1) };
    expect(checkForm(signUpForm, longer).refused?.errors).toHaveProperty(field);
  });

  it("keeps what was typed, except the password", () => {
    const typed = { ...account, email: "chef" };
    const { refused } = checkForm(signUpForm, typed);
    expect(refused?.values).toEqual({ email: "chef", companyName: "Sample Bistro" });
    expect(JSON.stringify(refused)).not.toContain(account.password);
  });
});

describe("an email address", () => {
  it.each([
    "chef",
    "chef@",
    "@example.com",
    "a b@example.com",
    "chef@example",
    "a@b@example.com",
    "chef@example.com\nBcc: x@example.com",
    `${"x".repeat(250)}@example.com`,
  ])("is refused if it is %j", (email) => {
    expect(checkForm(resetRequestForm, { email }).refused?.errors).toHaveProperty("email");
  });

  it.each(["a+b@example.com", "o'brien@sub.example.co.uk", "1@example.com"])(
    "is accepted if it is %j",
    (email) => {
      expect(checkForm(resetRequestForm, { email }).data).toEqual({ email });
    },
  );
});

describe("passwords", () => {
  it("have 8 to 128 characters when they are chosen", () => {
    const refusal = (password: string) => checkForm(newPasswordForm, { password }).refused?.errors;
    expect(refusal("1234567")).toEqual({ password: ["Please use at least 8 characters"] });
    expect(refusal("12345678")).toBeUndefined();
    expect(refusal("x".repeat(128))).toBeUndefined();
    expect(refusal("x".repeat(129))).toEqual({ password: ["Please use at most 128 characters"] });
  });

  it("may be shorter when signing in, as shorter ones were once allowed", () => {
    const sent = { email: "chef@example.com", password: "1" };
    expect(checkForm(signInForm, sent).data).toEqual(sent);
    expect(checkForm(signInForm, { ...sent, password: "" }).refused?.errors).toEqual({
      password: ["Please enter your password"],
    });
  });
});
