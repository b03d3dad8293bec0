import { mkdir, mkdtemp, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { queuedMail } from "#tests/setup/mail/queued-mail.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { folderTransport, sweepOutbox } from "./folder-transport.server.ts";

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "shop-outbox-"));
  folder = join(parent, "outbox");
});
afterEach(() => removeFolder(parent));

const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
const file = `2026-03-08T17-00-00.000Z-${id}.eml`;

it("writes a file that mail programs can open and only its owner may read", async () => {
  const { log } = recordingLog();
  const mail = queuedMail({ id, subject: "Commande reçue", text: "Bœuf\n", html: "<p>Bœuf</p>\n" });
  await folderTransport(folder, sampleShop(), log).deliver(mail, AbortSignal.timeout(10_000));
  expect(await readdir(folder)).toEqual([file]);
  const written = await readFile(join(folder, file));
  expect(await PostalMime.parse(written)).toMatchObject({
    subject: "Commande reçue",
    to: [{ address: "chef@example.com" }],
    text: expect.stringMatching(/^Bœuf\s*$/),
    html: expect.stringMatching(/^<p>Bœuf<\/p>\s*$/),
  });
  expect(written.includes("\r\n") && !/[^\r]\n/.test(written.toString())).toBe(true);
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it("logs the email's id and file, but neither recipient nor content", async () => {
  const { log, lines } = recordingLog();
  const mail = queuedMail({ id, text: "https://shop.example.com/reset?token=secret\n" });
  await folderTransport(folder, sampleShop(), log).deliver(mail, AbortSignal.timeout(10_000));
  expect(lines).toEqual([
    { level: "info", facts: { mailId: id, file }, message: "wrote a mail to the outbox folder" },
  ]);
});

it("overwrites the file of an email that is delivered again", async () => {
  const transport = folderTransport(folder, sampleShop(), recordingLog().log);
  await transport.deliver(queuedMail({ id }), AbortSignal.timeout(10_000));
  await transport.deliver(queuedMail({ id }), AbortSignal.timeout(10_000));
  expect(await readdir(folder)).toEqual([file]);
});

it("removes only half-written emails older than a day", async () => {
  const before = new Date(Date.now() - 24 * 3_600_000);
  expect(await sweepOutbox(folder, before)).toEqual([]);
  await mkdir(folder);
  const files = { "old.eml.part": 25, "young.eml.part": 23, "old.eml": 25 };
  for (const [name, hours] of Object.entries(files)) {
    const then = new Date(Date.now() - hours * 3_600_000);
    await writeFile(join(folder, name), "https://shop.example/reset-password?token=secret");
    await utimes(join(folder, name), then, then);
  }
  expect(await sweepOutbox(folder, before)).toEqual(["old.eml.part"]);
  expect((await readdir(folder)).sort()).toEqual(["old.eml", "young.eml.part"]);
});
