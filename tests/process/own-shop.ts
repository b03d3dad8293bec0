import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { copyFolder } from "#tests/setup/files/copy-folder.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import {
  authSecret,
  freePort,
  type RunningShop,
  type ShopProcess,
  spawnShop,
  startShop,
} from "#tests/setup/shops/shop.ts";

// Everything from here is stopped or removed when the test ends, however it ends.

type Settings = Record<string, string>;
type OwnSettings = Settings & { DATA_DIR: string; PORT: string };

const { firstDays, serverUrl } = inject("processTest");

/** Where a shop's database is: embedded, or on the server of DATABASE_URL. */
export const places = ["embedded", "by address"] as const;

type Place = (typeof places)[number];

export async function openShop(
  settings: Settings = {},
  command?: Parameters<typeof startShop>[1],
): Promise<RunningShop> {
  const shop = await startShop(settings, command);
  onTestFinished(() => shop.stop("SIGKILL"));
  return shop;
}

/** Starts a shop that need not open. */
export async function ownProcess(
  settings: Settings = {},
  command?: Parameters<typeof spawnShop>[1],
): Promise<ShopProcess> {
  const shop = await spawnShop(settings, command);
  onTestFinished(() => shop.stop("SIGKILL"));
  return shop;
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-process-"));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Returns settings of a shop that was never started, at a fixed address. */
export async function newShop(place: Place = "embedded"): Promise<OwnSettings> {
  const settings = { DATA_DIR: await emptyFolder(), PORT: String(await freePort()) };
  return place === "by address" ? { ...settings, ...(await ownDatabase()) } : settings;
}

/** Like `newShop`, but after the first start, with the passwords of `startShop`. */
export async function usedShop(place: Place = "embedded"): Promise<OwnSettings> {
  const settings = { DATA_DIR: await emptyFolder(), PORT: String(await freePort()) };
  const { dataDir, database } = firstDays[place];
  await copyFolder(dataDir, settings.DATA_DIR);
  return { ...settings, ...(database && (await ownDatabase(database))) };
}

/** Returns settings of a shop on a database of the test server: an empty one, or a copy. */
async function ownDatabase(template?: string): Promise<Settings> {
  const { url, drop } = await createServerDatabase(serverUrl, template);
  onTestFinished(drop);
  return { DATABASE_URL: url, AUTH_SECRET: authSecret };
}
