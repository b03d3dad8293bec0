import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../remove-folder.ts";
import { startShop } from "../shop.ts";

/**
 * The data folder of a shop that was opened once, to be copied by whoever's subject is not the first
 * start: that takes longer than everything after it.
 */
export async function makeFirstDay(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-first-day-"));
  await (await startShop({ ...settings, DATA_DIR: dataDir })).stop();
  return { dataDir, remove: () => removeFolder(dataDir) };
}
