import { expect, it } from "vitest";
import { prefillOf, signUpPath } from "./sign-up-prefill.ts";

const given = {
  companyName: "Harbour & Sons?",
  contactName: "Sam = Sample",
  phone: "+1 604-555-0177",
  email: "sam+shop@example.com",
};

const queryOf = (path: string) => new URL(path, "https://shop.example.com").searchParams;

it("comes back from the address as it went in", () => {
  expect(prefillOf(queryOf(signUpPath(given)))).toEqual(given);
  expect(queryOf(signUpPath(given)).has("create")).toBe(true);
});

it("leaves out what was not given", () => {
  expect(signUpPath({})).toBe("/login?create");
  expect(signUpPath({ phone: "", email: "a@example.com" })).toBe(
    "/login?create&email=a%40example.com",
  );
  expect(prefillOf(new URLSearchParams("create&phone="))).toEqual({});
});

it("fills in nothing else, and nothing longer than the form takes", () => {
  const query = new URLSearchParams({ password: "x", isAdmin: "true", phone: "5".repeat(999) });
  expect(prefillOf(query)).toEqual({ phone: "5".repeat(50) });
});
