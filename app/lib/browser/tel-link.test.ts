import { expect, it } from "vitest";
import { telLink } from "./tel-link.ts";

it.each([
  ["604-555-0142", "tel:6045550142"],
  ["+1 (604) 555-0142 ext. 12", "tel:+16045550142"],
  ["ask Sam", null],
  ["", null],
])("dials %j", (phone, link) => {
  expect(telLink(phone)).toBe(link);
});
