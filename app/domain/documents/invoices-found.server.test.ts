import { expect, it } from "vitest";
import { amountsFrom } from "./invoices-found.server.ts";

it.each([
  ["249", "249.00", "250.00"],
  ["$249", "249.00", "250.00"],
  ["249.", "249.00", "250.00"],
  ["249.9", "249.90", "250.00"],
  ["249.90", "249.90", "249.91"],
  ["$ 1,249.90", "1249.90", "1249.91"],
  ["1249.99", "1249.99", "1250.00"],
  ["0.05", "0.05", "0.06"],
])("%j finds amounts from %s to below %s", (text, least, below) => {
  expect(amountsFrom(text)).toEqual({ least, below });
});

it.each(["", "$", ".5", "249.905", "1,24", "INV-000249", "249 lb", "-249", "9".repeat(10)])(
  "%j is not an amount",
  (text) => {
    expect(amountsFrom(text)).toBeNull();
  },
);
