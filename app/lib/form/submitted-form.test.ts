import { expect, test } from "vitest";
import { formFields } from "./submitted-form.ts";

const sent = (body: BodyInit, type?: string) =>
  new Request("http://localhost/login", {
    method: "POST",
    body,
    headers: type ? { "content-type": type } : undefined,
  });

test("reads the texts of multipart and URL-encoded forms", async () => {
  const multipart = new FormData();
  multipart.set("email", "a@example.com");
  multipart.set("image", new File(["x"], "x.png"));
  expect(await formFields(sent(multipart))).toEqual({ email: "a@example.com" });

  const encoded = new URLSearchParams([
    ["email", "first@example.com"],
    ["email", "last@example.com"],
    ["notes", "O'Brien & Söhne"],
  ]);
  expect(await formFields(sent(encoded))).toEqual({
    email: "last@example.com",
    notes: "O'Brien & Söhne",
  });
});

test.each([
  ["{}", "application/json"],
  ["--x\r\nbroken", "multipart/form-data; boundary=x"],
  ["email=a", "text/plain"],
])("reads %j as an empty form", async (body, type) => {
  expect(await formFields(sent(body, type))).toEqual({});
});

test("removes NULs, which the database rejects", async () => {
  expect(await formFields(sent(new URLSearchParams({ name: "\0a\0b" })))).toEqual({ name: "ab" });
});

test("a field can't change an object's prototype", async () => {
  const fields = await formFields(sent(new URLSearchParams({ __proto__x: "1", toString: "2" })));
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  const polluted = await formFields(sent("__proto__=1", "application/x-www-form-urlencoded"));
  expect(Object.keys(polluted)).toEqual([]);
});
