import { expect, it } from "vitest";
import { asHeader } from "./mail.ts";

it.each([
  ["Order 1a2b3c4d", "Order 1a2b3c4d"],
  ["Bœuf & Frères Ltée", "Bœuf & Frères Ltée"],
  ["A\r\nBcc: everybody@example.com", "A Bcc: everybody@example.com"],
  ["A\nB\rC\tD\0E\u2028F\u0085G", "A B C D E F G"],
  ["  \r\n  ", ""],
])("turns %j into the header line %j", (text, line) => {
  expect(asHeader(text)).toBe(line);
});

it("truncates a long subject without splitting a character", () => {
  const line = asHeader("🥩".repeat(300));
  expect([...line]).toHaveLength(100);
  expect(line.endsWith("🥩…")).toBe(true);
});
