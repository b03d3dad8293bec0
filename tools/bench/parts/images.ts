import {
  readImageAddress,
  variantAddress,
  variantFormats,
} from "#app/domain/pictures/image-address.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { load } from "../load.ts";
import { figure, type Section } from "../section.ts";

const widths = [640, 1600];

/** Measures images in the requested sizes and formats: at the first request, then cached. */
export async function images(seconds: number): Promise<Section[]> {
  const shop = await startShop();
  const rows: string[][] = [];
  try {
    const path = await someImage(shop.url);
    for (const format of variantFormats) {
      for (const width of widths) {
        const url = shop.url + variantAddress(path, width, format);
        const begin = performance.now();
        const answer = await fetch(url);
        const bytes = await answer.bytes();
        const first = performance.now() - begin;
        if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
        const kept = await load({ url, pid: shop.pid, seconds });
        const kB = (bytes.length / 1000).toFixed(1);
        const figures = [first, kept.perSecond, kept.p50, kept.p99].map(figure);
        rows.push([`${width}.${format}`, kB, ...figures]);
      }
    }
  } finally {
    await shop.stop();
  }
  const head = ["variant", "kB", "first time ms", "kept: requests/s", "p50 ms", "p99 ms"];
  return [{ title: "Images", head, rows }];
}

async function someImage(url: string) {
  const html = await (await fetch(`${url}/shop`)).text();
  for (const [found] of html.matchAll(/\/photos\/[^\s"]+?\.(?:jpg|webp)(?=\/)/g)) {
    const address = readImageAddress(found);
    if (address) return address;
  }
  throw new Error("The shop shows no image");
}
