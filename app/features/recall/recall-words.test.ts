import { expect, it } from "vitest";
import type { TracedCustomer, TracedLine } from "#app/domain/lots/lot-trace.ts";
import { searchInWords, whereInWords } from "./recall-words.ts";

const line = (status: TracedLine["status"], lb: string) =>
  ({ status, lb, backLb: "0.00" }) as TracedLine;

it("says what is with a client, and what has not reached them", () => {
  const where = (...lines: TracedLine[]) => whereInWords({ lines } as TracedCustomer);
  expect(where(line("pending", "20.10"))).toBe("20.1 lb not delivered yet");
  expect(where(line("delivered", "5.00"), line("pending", "20.10"))).toBe(
    "5 lb with them, 20.1 lb not delivered yet",
  );
  expect(where(line("delivered", "5.00"))).toBe("5 lb with them");
  expect(where(line("cancelled", "5.00"))).toBe("Nothing with them");
});

it("tells the search from the drill", () => {
  expect(searchInWords(12)).toContain("less than 0.1 seconds of it");
  expect(searchInWords(1340)).toContain("1.3 seconds of it");
});
