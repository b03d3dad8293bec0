import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog, logConsole } from "./log.ts";

function record() {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  return { log, lines };
}

test("an event is logged as one line of JSON with its time", () => {
  const { log, lines } = record();
  log.info({ order: 7 }, "placed");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    msg: "placed",
    order: 7,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("logs a failed query with its reason and stack, never with its parameters", () => {
  const { log, lines } = record();
  const reason = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const parameters = ["visitor@example.com", "s3cret-token"];
  const error = new DrizzleQueryError("select $1, $2", parameters, reason);
  log.child({ requestId: "a" }).error({ err: error }, "failed");
  expect(lines.join("")).not.toMatch(/visitor@|s3cret/);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    requestId: "a",
    err: {
      type: "DrizzleQueryError",
      message: "Failed query: select $1, $2",
      stack: expect.stringContaining("log.test.ts"),
      cause: { message: "connect ECONNREFUSED", code: "ECONNREFUSED" },
    },
  });
});

test("the database's details of a refused row are not logged", () => {
  const { log, lines } = record();
  const refused = Object.assign(new Error("duplicate key value violates unique constraint"), {
    code: "23505",
    detail: "Key (email)=(visitor@example.com) already exists.",
  });
  log.error({ err: refused }, "failed");
  expect(lines[0]).not.toContain("visitor@");
  expect(lines[0]).toContain("23505");
});

test("any thrown value can be logged", () => {
  const { log, lines } = record();
  log.error({ err: "a text" }, "failed");
  log.error({ err: undefined }, "failed");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { message: "a text" } });
  expect(lines).toHaveLength(2);
});

test("a library's console output becomes a log line without tokens", () => {
  const { log, lines } = record();
  const theirs = { ...console };
  logConsole(log, theirs);
  theirs.warn('The URL path "%s" could not be decoded', "/invoices/Zk3v9QmX0aLr7TtYp2BnWw%zz");
  theirs.error(new Error("of a library"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, from: "console", msg: 'The URL path "/invoices/*" could not be decoded' },
    { level: 50, from: "console", msg: expect.stringContaining("of a library") },
  ]);
});
