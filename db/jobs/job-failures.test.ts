import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createFailureLog } from "./jobs.ts";

test("an unreachable database logs one line a minute, with the failure and no values", () => {
  const lines: string[] = [];
  let now = 1_000_000;
  const failed = createFailureLog(
    createLog("info", { write: (line) => void lines.push(line) }),
    () => now,
  );
  const query = "select 1 where name = $1";
  const failure = { message: `Failed query: ${query}\nparams: Secret`, query, code: "57P01" };
  for (let times = 0; times < 100; times += 1) failed({ ...failure, stack: "Error: Secret" });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    msg: "the job queue failed, and tries again by itself",
    err: { message: `Failed query: ${query}`, code: "57P01" },
  });
  expect(lines[0]).not.toContain("Secret");
  now += 60_000;
  failed(new Error("connection lost"));
  expect(lines).toHaveLength(2);
});
