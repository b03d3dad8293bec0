import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { signalGroup } from "#tests/setup/shops/shop.ts";
import { emptyFolder, usedShop } from "./own-shop.ts";
import { visit } from "./visit.ts";

const root = join(import.meta.dirname, "../..");
const patiently = { timeout: 60_000, interval: 250 };

/** Copies the sources to a folder of their own, so that they can be edited. */
async function checkout(): Promise<string> {
  const folder = await emptyFolder();
  // Without the developer's own settings.
  const made = /^(node_modules|build|test-results|\.(env|git|data|react-router).*)$/;
  await cp(root, folder, {
    recursive: true,
    filter: (path) => !made.test(path.slice(root.length + 1)),
  });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Replaces the file atomically, as editors do. */
async function replaceIn(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(file, "utf8");
  expect(text).toContain(before);
  await writeFile(`${file}~`, text.replace(before, after));
  await rename(`${file}~`, file);
}

function runDev(cwd: string, settings: Record<string, string>) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn("npm", ["run", "dev"], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const ended = once(child, "close");
  onTestFinished(async () => {
    signalGroup(child.pid ?? 0, "SIGKILL");
    await ended;
  });
  const count = (text: string) => said.split(text).length - 1;
  return {
    /** As a supervisor that only knows npm does. */
    stop: () => child.kill("SIGTERM"),
    kill: () => child.kill("SIGKILL"),
    /** True if a process that it started is still running. */
    isRunning: () => signalGroup(child.pid ?? 0, 0),
    starts: () => count("The shop is open at"),
    restarts: () => count("Restarting"),
    said: () => said,
  };
}

test("npm run dev restarts only for a changed server file, and stops with npm", {
  timeout: 480_000,
}, async () => {
  const folder = await checkout();
  const settings = await usedShop();
  const dev = runDev(folder, settings);
  await expect.poll(dev.starts, patiently).toBe(1);
  const page = async () => (await visit(`http://127.0.0.1:${settings.PORT}`, "/faq")).text;
  // The first page waits until Vite has bundled the browser's packages.
  await expect.poll(page, { ...patiently, timeout: 180_000 }).toContain(">Contact us</a>");

  const component = join(folder, "app/routes/storefront/faq.tsx");
  await replaceIn(component, "Contact us", "Ask us once");
  await expect.poll(page, patiently).toContain(">Ask us once</a>");
  expect(dev.restarts(), dev.said()).toBe(0);

  await replaceIn(
    join(folder, "server/output.ts"),
    "  The shop is open",
    "  Again: The shop is open",
  );
  await expect.poll(dev.starts, patiently).toBe(2);
  expect(dev.said()).toContain("Again: The shop is open");
  await replaceIn(component, "Ask us once", "Ask us twice");
  await expect.poll(page, patiently).toContain(">Ask us twice</a>");
  expect(dev.restarts(), dev.said()).toBe(1);

  dev.stop();
  await expect.poll(dev.said, patiently).toMatch(/"msg":"stopped"/);
  // Node's own watcher prints this when it is stopped.
  expect(dev.said()).not.toContain("Assertion failed");
});

test("npm run dev ends when its npm ends, as in npm run dev | head -1", async () => {
  const dev = runDev(root, await usedShop());
  await expect.poll(dev.starts, patiently).toBe(1);
  dev.kill();
  await expect.poll(dev.isRunning, patiently).toBe(false);
});
