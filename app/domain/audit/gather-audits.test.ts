import { expect, it } from "vitest";
import { gathered } from "./gather-audits.ts";

const change = (entityId: string, name: string, before = "24.99", after = "25.75") => ({
  entity: "price" as const,
  entityId,
  action: "list price changed",
  before: { [name]: before },
  after: { [name]: after },
});

it("merges the entries of the same list", () => {
  const entries = [
    change("a", "Ribeye"),
    change("b", "Ribeye"),
    change("a", "Chuck", "9.00", "9.25"),
  ];
  expect(gathered(entries)).toEqual([
    {
      entity: "price",
      entityId: "a",
      action: "list price changed",
      before: { Ribeye: "24.99", Chuck: "9.00" },
      after: { Ribeye: "25.75", Chuck: "9.25" },
    },
    change("b", "Ribeye"),
  ]);
  expect(entries[0]).toEqual(change("a", "Ribeye"));
});

it("keeps other actions and contradicting values of a field separate", () => {
  const entries = [change("a", "Ribeye"), { ...change("a", "Chuck"), action: "import undone" }];
  expect(gathered(entries)).toEqual(entries);
  const twice = [change("a", "Ribeye"), change("a", "Ribeye", "25.75", "26.00")];
  expect(gathered(twice)).toEqual(twice);
  const none = { entity: "product" as const, entityId: "a", action: "activated" };
  expect(gathered([none, none])).toEqual([none, none]);
});

it("splits entries to stay below the log's size limit, and loses no change", () => {
  const names = Array.from(
    { length: 1_000 },
    (_, number) => `Sample Product with a name ${number}`,
  );
  const entries = gathered(names.map((name) => change("a", name)));
  expect(entries.length).toBeLessThan(5);
  expect(entries.flatMap(({ after }) => Object.keys(after ?? {}))).toEqual(names);
  for (const { before, after } of entries) {
    expect(JSON.stringify(before).length + JSON.stringify(after).length).toBeLessThan(50_000);
  }
});
