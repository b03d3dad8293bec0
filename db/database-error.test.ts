import { describe, expect, it, test } from "vitest";
import { databaseErrorOf, isNoRoom, isTransient, reasonOf } from "./database-error.ts";

const refusal = Object.assign(new Error("duplicate key"), {
  code: "23505",
  constraint: "products_slug_unique",
});

describe("databaseErrorOf", () => {
  it("finds the database's error inside its wrappers", () => {
    const wrapped = new Error("outer", { cause: new Error("Failed query", { cause: refusal }) });
    expect(databaseErrorOf(wrapped)).toEqual({
      code: "23505",
      constraint: "products_slug_unique",
      message: "duplicate key",
    });
  });

  it("returns undefined for any other error", () => {
    expect(databaseErrorOf(new Error("a bug"))).toBeUndefined();
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    expect(databaseErrorOf(refused)).toBeUndefined();
    expect(databaseErrorOf("text")).toBeUndefined();
    expect(databaseErrorOf(undefined)).toBeUndefined();
  });
});

describe("isTransient", () => {
  const withCode = (code: string) => Object.assign(new Error("x"), { code });

  it.each([
    withCode("ECONNREFUSED"),
    withCode("57P03"),
    withCode("53300"),
    withCode("57014"),
    withCode("40P01"),
    new Error("Connection terminated unexpectedly"),
    new Error("timeout exceeded when trying to connect"),
    Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
  ])("is true for %s, even if it is wrapped", (error) => {
    expect(isTransient(error)).toBe(true);
    expect(isTransient(new Error("Failed query: …", { cause: error }))).toBe(true);
  });

  it.each([withCode("23505"), withCode("42P01"), new TypeError("a bug"), "text", undefined])(
    "is false for %s",
    (error) => {
      expect(isTransient(error)).toBe(false);
    },
  );
});

test.each([
  ["ENOSPC", true],
  ["53100", true],
  ["EACCES", false],
])("isNoRoom recognizes a full disk: %s", (code, expected) => {
  const error = Object.assign(new Error("x"), { code });
  expect(isNoRoom(new Error("Failed query: …", { cause: error }))).toBe(expected);
});

describe("reasonOf", () => {
  it("is the innermost message, or the code of an error without one", () => {
    expect(reasonOf(new Error("Failed query: …", { cause: refusal }))).toBe("duplicate key");
    expect(reasonOf(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }))).toBe(
      "ECONNREFUSED",
    );
    expect(reasonOf("text")).toBe("text");
  });
});
