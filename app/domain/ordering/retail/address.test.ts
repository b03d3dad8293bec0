import { expect, it } from "vitest";
import { joinAddress, splitAddress } from "./address.ts";

it("joins street and city in one line, without repeating the city", () => {
  expect(joinAddress("12 Sample Street", "Abbotsford")).toBe("12 Sample Street, Abbotsford");
  expect(joinAddress(" 12 Sample Street,\nUnit 4 ", " Abbotsford ")).toBe(
    "12 Sample Street, Unit 4, Abbotsford",
  );
  expect(joinAddress("12 Sample Street, abbotsford", "Abbotsford")).toBe(
    "12 Sample Street, abbotsford",
  );
  expect(joinAddress("12 Sample St, Abbotsford, BC V3G 1A2", "Abbotsford")).toBe(
    "12 Sample St, Abbotsford, BC V3G 1A2",
  );
  expect(joinAddress("8 Abbotsford Way", "Mission")).toBe("8 Abbotsford Way, Mission");
  expect(joinAddress("12 Sample Street", "")).toBe("12 Sample Street");
});

it("finds the city of a stored address, and leaves it empty if the last part may not be one", () => {
  const parts = { street: "12 Sample Street, Unit 4", city: "Abbotsford" };
  expect(splitAddress("12 Sample Street, Unit 4, Abbotsford")).toEqual(parts);
  expect(splitAddress("12 Sample Street, Unit 4\nAbbotsford, BC V3G 1A2")).toEqual(parts);
  expect(splitAddress("12 Sample Street, Unit 4, Abbotsford, B.C., V3G1A2, Canada")).toEqual(parts);
  expect(splitAddress("12 Sample Street, Unit 4")).toEqual({
    street: "12 Sample Street, Unit 4",
    city: "",
  });
  expect(splitAddress("12 Sample Street")).toEqual({ street: "12 Sample Street", city: "" });
  expect(splitAddress("")).toEqual({ street: "", city: "" });
});

it("splits a joined address into the same street and city", () => {
  for (const [street, city] of [
    ["12 Sample Street", "Abbotsford"],
    ["12 Sample Street, Unit 4", "North Vancouver"],
  ] as const) {
    expect(splitAddress(joinAddress(street, city))).toEqual({ street, city });
  }
  // A city with digits stays part of the street.
  const { street } = splitAddress(joinAddress("1 Sample Road", "100 Mile House"));
  expect(street).toBe("1 Sample Road, 100 Mile House");
});
