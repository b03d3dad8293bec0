import { expect, test } from "vitest";
import { announcement } from "./announce.ts";

test("tells the address, and nothing of accounts that already existed", () => {
  const text = announcement({ address: "http://localhost:3000", credentials: [] });
  expect(text.trim()).toBe("The shop is open at http://localhost:3000");
});

test("shows a generated password beside its account", () => {
  const credentials = [
    { role: "Administrator", email: "admin@example.com", password: "s3cret-one" },
  ];
  const text = announcement({ address: "http://localhost:3000", credentials });
  expect(text).toMatch(/Administrator\s+admin@example\.com\s+s3cret-one/);
});
