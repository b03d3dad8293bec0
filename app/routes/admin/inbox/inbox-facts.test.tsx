import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { phoneFact } from "./inbox-facts.tsx";

it.each([
  ["604-555-0177 ext. 12", 'href="tel:6045550177"'],
  ["ask Sam", "ask Sam"],
])("dials the sender of %j without an extension", (phone, shown) => {
  expect(renderToString(phoneFact(phone).value)).toContain(shown);
});
