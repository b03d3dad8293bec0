import { expect, test } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { profileForm } from "./profile.ts";

const check = (fields: Record<string, string>) => checkForm(profileForm, fields);

test("parses and trims a profile", () => {
  const fields = { companyName: " Bistro ", contactName: "", phone: "", notes: "a\r\nb" };
  expect(check(fields)).toEqual({
    data: { companyName: "Bistro", contactName: "", phone: "", notes: "a\nb" },
  });
});

test.each<Record<string, string>[]>([[{}], [{ companyName: "" }], [{ companyName: " \0\t" }]])(
  "requires the company, not %j",
  (given) => {
    const { refused } = check({ phone: "1", ...given });
    expect(refused?.errors).toEqual({ companyName: ["Please enter your company name"] });
    expect(refused?.values).toEqual({ phone: "1", ...given });
  },
);

test("reports all fields that are too long together", () => {
  const { refused } = check({ companyName: "x".repeat(201), phone: "1".repeat(51) });
  expect(refused?.errors).toEqual({
    companyName: ["Please use at most 200 characters"],
    phone: ["Please use at most 50 characters"],
  });
});

test("counts a line break as one character, as the text area does", () => {
  const notes = "x\r\n".repeat(2500);
  expect(check({ companyName: "Bistro", notes }).refused).toBeUndefined();
});

test("ignores other fields", () => {
  const fields = { companyName: "Bistro", isAdmin: "true", id: "1" };
  expect(check(fields).data).toEqual({ companyName: "Bistro" });
});
