import { gzipSync } from "node:zlib";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy } from "../crowd.ts";
import { type Borne, load } from "../load.ts";
import { type Nginx, type StaticAnswer, startNginx } from "../nginx.ts";
import { figure, type Section } from "../section.ts";
import { hasWrk } from "../wrk.ts";

const kept = ["/", "/shop", "/shop/loin", "/shop/loin/striploin-steak"];

/** Rendered on every request: a query that bypasses the cache, and a search. */
const made = ["/shop?x=1", "/api/search?q=rib"];

/** Headers that nginx sets itself. */
const own = /^(?:connection|content-.*|date|etag|keep-alive|vary|x-request-id)$/;

const headers = { "accept-encoding": "gzip" };

/** Measures uncached pages, and cached ones against nginx serving the same from files. */
export async function pages(seconds: number): Promise<Section[]> {
  const shop = await startShop(behindProxy);
  const answers = await Promise.all(kept.map((path) => answerOf(shop, path)));
  const nginx = await startNginx(answers);
  const rows: string[][] = [];
  try {
    for (const path of kept) {
      if (nginx) await compare(shop, nginx, path);
      const ours = await load({ url: shop.url + path, pid: shop.pid, headers, seconds });
      const theirs =
        nginx && (await load({ url: nginx.url + path, pid: nginx.pid, headers, seconds }));
      rows.push([path, ...cells(ours), ...versus(ours, theirs)]);
    }
    for (const path of made) {
      const asked = { url: shop.url + path, headers, connections: 8, areMany: true };
      const ours = await load({ ...asked, pid: shop.pid, seconds });
      rows.push([path, ...cells(ours), "", "", "", "", ""]);
    }
  } finally {
    await nginx?.stop();
    await shop.stop();
  }
  return [
    {
      title: "Pages",
      head: [
        "address",
        "requests/s",
        "p50 ms",
        "p99 ms",
        "CPU µs",
        "nginx requests/s",
        "p50 ms",
        "p99 ms",
        "CPU µs",
        "of nginx",
      ],
      rows,
      notes: [
        nginx
          ? "nginx sends the same gzipped bodies with the same headers, from files, one worker."
          : "nginx is not installed here, so that its columns are empty.",
        hasWrk
          ? "The load generator is wrk, and autocannon for what is made for each request, since that comes from many visitors."
          : "The load generator is autocannon, which needs more processor time than what it measures: install wrk for figures of the server alone.",
        `32 connections without pipelining, 8 for what is made for each request: \`${made[0]}\` is a page that the cache leaves alone.`,
        "“CPU” is the server's processor time for one request, which the load generator, on the same machine, does not blur.",
      ],
    },
  ];
}

async function answerOf(shop: RunningShop, path: string): Promise<StaticAnswer> {
  const answer = await fetch(shop.url + path, { headers });
  const others = [...answer.headers].filter(([name]) => !own.test(name));
  return { path, gzip: gzipSync(await answer.bytes(), { level: 9 }), headers: others };
}

/** Checks that both return the same, or the comparison would be meaningless. */
async function compare(shop: RunningShop, nginx: Nginx, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [shop, nginx].map(async ({ url }) => {
      const answer = await fetch(url + path, { headers });
      return `${answer.headers.get("content-length")} bytes zipped of ${await answer.text()}`;
    }),
  );
  if (ours !== theirs) throw new Error(`nginx does not serve the same ${path}`);
}

function cells({ perSecond, p50, p99, cpu }: Borne): string[] {
  return [figure(perSecond), figure(p50), figure(p99), Number.isNaN(cpu) ? "" : figure(cpu)];
}

function versus(ours: Borne, theirs: Borne | undefined): string[] {
  if (!theirs) return ["", "", "", "", ""];
  return [...cells(theirs), (ours.perSecond / theirs.perSecond).toFixed(2)];
}
