import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import { createMigratedDatabase } from "#tests/setup/test-database.ts";

const script = join(import.meta.dirname, "../../../tests/setup/mail/mail-process.ts");
const patiently = { timeout: 40_000 };

let where: { dataDir: string; databaseUrl: string };
let cleanUp: (() => Promise<unknown>)[];

beforeEach(async () => {
  cleanUp = [];
  const { databaseUrl, drop } = await createMigratedDatabase();
  where = { dataDir: "/nowhere/not-used", databaseUrl };
  cleanUp.push(drop);
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

/** Starts the process; resolves once it has printed `said`, with a function that kills it. */
async function started(work: "queue" | "send", said: string, smtp = "") {
  const child = spawn(process.execPath, [script, work, JSON.stringify(where), smtp]);
  cleanUp.push(() => killed(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  await vi.waitFor(() => expect(output).toContain(said), patiently);
  return () => killed(child);
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function inbox(options?: Parameters<typeof startSmtpInbox>[0]) {
  const started = await startSmtpInbox(options);
  cleanUp.push(() => started.stop());
  return started;
}

it("delivers an email whose process was killed between its commit and its sending", async () => {
  const { url, mails } = await inbox();
  const kill = await started("queue", "committed");
  await kill();
  expect(mails).toEqual([]);
  await started("send", "sending", url);
  await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
  expect(mails[0]).toMatchObject({ subject: "Your order", to: [{ address: "chef@example.com" }] });
}, 150_000);

it("delivers an email again, under the same id, if its process was killed before recording that it was sent", async () => {
  // The email arrives, but its sender never learns that.
  const deaf = await inbox({ onArrival: () => new Promise(() => undefined) });
  const killQueue = await started("queue", "committed");
  await killQueue();
  const killSender = await started("send", "sending", deaf.url);
  await vi.waitFor(() => expect(deaf.mails).toHaveLength(1), patiently);
  await killSender();
  const { url, mails } = await inbox();
  await started("send", "sending", url);
  await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
  expect(mails[0]?.messageId).toBe(deaf.mails[0]?.messageId);
}, 150_000);
