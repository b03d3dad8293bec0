import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { load, memoryOf } from "../load.ts";
import { figure, type Section } from "../section.ts";

/** Measures the time from start to the first page sent, and the process's memory. */
export async function life(seconds: number): Promise<Section[]> {
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  try {
    const rows = [
      await start("first start, empty folder", folder, 0),
      await start("later start", folder, seconds),
    ];
    return [
      {
        title: "Start and memory",
        head: [
          "",
          "open after ms",
          "first page after ms",
          "MB then",
          "MB after load",
          "MB at most",
        ],
        rows,
        notes: [
          `The process alone, without its database server. The load is \`/shop?x=1\` for ${seconds} s from 8 connections.`,
        ],
      },
    ];
  } finally {
    await removeFolder(folder);
  }
}

/** The limits of V8's heap that `npm start` sets. */
export const heapLimits = ["--max-semi-space-size=8", "--max-old-space-size=512"];

async function start(name: string, folder: string, seconds: number): Promise<string[]> {
  const begin = performance.now();
  const shop = await startShop({ DATA_DIR: folder }, [
    process.execPath,
    ...heapLimits,
    "server.ts",
  ]);
  try {
    const open = performance.now() - begin;
    await (await fetch(shop.url)).text();
    const first = performance.now() - begin;
    const then = figure(memoryOf(shop.pid, "VmRSS"));
    if (seconds > 0)
      await load({ url: `${shop.url}/shop?x=1`, pid: shop.pid, seconds, connections: 8 });
    const after = seconds > 0 ? figure(memoryOf(shop.pid, "VmRSS")) : "";
    return [name, figure(open), figure(first), then, after, figure(memoryOf(shop.pid, "VmHWM"))];
  } finally {
    await shop.stop();
  }
}
