import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import { openShop, usedShop } from "./own-shop.ts";

const patiently = { timeout: 60_000 };

/** Commits an email in a process that is killed before it could send any. */
async function commitAndDie(settings: { DATA_DIR: string; DATABASE_URL?: string }) {
  const where = { dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL };
  const script = join(import.meta.dirname, "../setup/mail/mail-process.ts");
  const child = spawn(process.execPath, [script, "queue", JSON.stringify(where)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}

describe("an email whose process was killed after its commit", () => {
  test("is sent by the shop's next start", async () => {
    const inbox = await startSmtpInbox();
    onTestFinished(() => inbox.stop());
    const settings = await usedShop();
    await commitAndDie(settings);
    await openShop({ ...settings, SMTP_URL: inbox.url });
    await expect
      .poll(() => inbox.mails.map(({ subject }) => subject), patiently)
      .toEqual(["Your order"]);
  });

  test("becomes a file if there is no mail server", async () => {
    const settings = await usedShop();
    await commitAndDie(settings);
    const shop = await openShop(settings);
    await expect
      .poll(() => mailsTo(settings.DATA_DIR, "chef@example.com"), patiently)
      .toMatchObject([{ subject: "Your order" }]);
    expect(shop.stdout()).not.toContain("chef@example.com");
  });
});

test("a shop whose mail server is unreachable opens, and stops cleanly", async () => {
  const gone = await startSmtpInbox();
  await gone.stop();
  const settings = await usedShop();
  await commitAndDie(settings);
  const shop = await openShop({ ...settings, SMTP_URL: gone.url });
  await shop.says("a mail could not be delivered yet");
  expect((await fetch(shop.url)).status).toBe(200);
  await shop.stop("SIGTERM");
  expect(await shop.ended).toBe(0);
});
