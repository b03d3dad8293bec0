import { expect, it } from "vitest";
import { botSign } from "./form-words.ts";

it.each<Record<string, string>>([
  {},
  { website: "", openFor: "" },
  { openFor: "2000" },
  { openFor: "86400000" },
])("accepts %j as sent by a person", (fields) => {
  expect(botSign(fields)).toBeNull();
});

it("recognizes a bot by a hidden field", () => {
  expect(botSign({ website: "https://spam.example", openFor: "60000" })).toBe("trap");
});

it.each(["0", "1999", "-5", "soon", "NaN", "Infinity seconds"])(
  "recognizes a bot by a form that was open for %j",
  (openFor) => {
    expect(botSign({ openFor })).toBe("haste");
  },
);
