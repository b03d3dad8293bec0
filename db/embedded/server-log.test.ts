import { expect, it } from "vitest";
import { recordingLog } from "#tests/setup/test-log.ts";
import { passOn, readLine } from "./server-log.ts";

function told(text: string) {
  const { log, lines } = recordingLog();
  const line = readLine(text);
  if (line) passOn(line, log);
  return lines;
}

it("passes on the server's own messages at their level", () => {
  expect([
    ...told("postmaster\tLOG:  database system is ready to accept connections"),
    ...told("checkpointer\tERROR:  could not write to file"),
    ...told("client backend\tPANIC:  could not write to log file"),
  ]).toEqual([
    {
      level: "info",
      facts: { process: "postmaster" },
      message: "postgres: database system is ready to accept connections",
    },
    {
      level: "error",
      facts: { process: "checkpointer" },
      message: "postgres: could not write to file",
    },
    {
      level: "error",
      facts: { process: "client backend" },
      message: "postgres: could not write to log file",
    },
  ]);
});

it("drops messages caused by client statements, and lines it cannot parse", () => {
  expect([
    ...told('client backend\tERROR:  invalid input syntax for type uuid: "chef@example.com"'),
    ...told("client backend\tLOG:  could not send data to client: Broken pipe"),
    ...told("\tselect 'chef@example.com'"),
    ...told(""),
  ]).toEqual([]);
});
