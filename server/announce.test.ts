import { expect, test } from "vitest";
import { newAccounts, openAt } from "./announce.ts";

test("tells the address", () => {
  expect(openAt("http://localhost:3000").trim()).toBe("The shop is open at http://localhost:3000");
});

test("shows a generated password beside its account", () => {
  const credentials = [
    { role: "Administrator", email: "admin@example.com", password: "s3cret-one" },
  ];
  expect(newAccounts(credentials)).toMatch(/Administrator\s+admin@example\.com\s+s3cret-one\n$/);
});

test("says nothing of accounts that already existed", () => {
  expect(newAccounts([])).toBe("");
});
