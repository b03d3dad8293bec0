import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../files/remove-folder.ts";
import { startShop } from "../shops/shop.ts";

/** Makes the data folder of a shop after its first start, which other tests copy. */
export async function makeFirstDay(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-first-day-"));
  await (await startShop({ ...settings, DATA_DIR: dataDir })).stop();
  return { dataDir, remove: () => removeFolder(dataDir) };
}
