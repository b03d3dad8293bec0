import { expect, it } from "vitest";
import { contactSchema } from "./retail-order.ts";

it("an address is refused if it is too long once it is in one line", () => {
  const fields = {
    name: "Jo Sample",
    email: "jo@example.com",
    phone: "604-555-0142",
    driverNotes: "",
    postalCode: "",
    city: "Abbotsford",
  };
  const check = (address: string) => contactSchema(true).safeParse({ ...fields, address });
  expect(check(`12${",a".repeat(160)}`).error).toBeUndefined();
  const { error } = check(`12${",a".repeat(180)}`);
  expect(error?.issues).toMatchObject([
    { path: ["address"], message: expect.stringContaining("500") },
  ]);
});
