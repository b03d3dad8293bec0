import { setTimeout as wait } from "node:timers/promises";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, someAddress } from "../crowd.ts";
import { fillBooks } from "../fill.ts";
import { memoryOf } from "../load.ts";
import { insistOnOrder, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { publicRoutes } from "../public-routes.ts";
import { figure, type Section } from "../section.ts";
import { heapLimits } from "./life.ts";

const accounts = 400;

/** When to read the process's memory, as fractions of the whole time. */
const looks = [1 / 20, 1 / 4, 1 / 2, 3 / 4, 1];

type Asked = (turn: number) => Promise<void>;

/**
 * Measures the process's memory under a mix of all kinds of work, at a pace that the shop sustains.
 * A run is meaningful from 20 minutes on: `--seconds=1200`.
 */
export async function mixed([place]: Place[], seconds: number): Promise<Section[]> {
  if (!place) throw new Error("No place to measure at");
  let lines: DraftLine[] = [];
  const { admin, clients } = await furnish(place, accounts, async (db) => {
    lines = await someLines(db);
    await fillBooks(db, 10);
  });
  const command: [string, ...string[]] = [process.execPath, ...heapLimits, "server.ts"];
  const shop = await startShop({ ...place.settings, ...behindProxy }, command);
  try {
    const begin = performance.now();
    const isOver = () => performance.now() - begin > seconds * 1000;
    const work = Promise.all(
      everything(shop, admin, clients, lines).map(([perSecond, ask]) =>
        atPace(perSecond, ask, isOver),
      ),
    );
    // Rejections are handled at the end; until then the readings go on.
    work.catch(() => undefined);
    const rows: string[][] = [];
    for (const part of looks) {
      await wait(Math.max(0, part * seconds * 1000 - (performance.now() - begin)));
      const minutes = figure((part * seconds) / 60);
      rows.push([
        minutes,
        figure(memoryOf(shop.pid, "VmRSS")),
        figure(memoryOf(shop.pid, "VmHWM")),
      ]);
    }
    const total = (await work).reduce((sum, count) => sum + count, 0);
    return [
      {
        title: "Memory under mixed load",
        head: ["after min", "MB", "MB at most so far"],
        rows,
        notes: [
          "The process alone, without its database server, with 10,000 orders and 421 products in its books. At once: public pages from memory and others, searches, orders with their mails, pages of clients and of the back office, wrong passwords, and every few seconds an export of all orders and a price list as PDF.",
          `${figure(total)} requests in all; each was answered, or turned away for a moment (503).`,
        ],
      },
    ];
  } finally {
    await shop.stop();
  }
}

function everything(
  { url }: RunningShop,
  admin: Person,
  clients: Person[],
  lines: DraftLine[],
): [number, Asked][] {
  const clientAt = (turn: number) => clients[turn % clients.length] ?? admin;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers: { ...someAddress(), ...headers } });
    const bytes = await answer.arrayBuffer();
    if (![200, 404, 503].includes(answer.status)) {
      throw new Error(
        `${path} was answered ${answer.status} ${Buffer.from(bytes).subarray(0, 200)}`,
      );
    }
  };
  const among = (paths: readonly string[], turn: number) => paths[turn % paths.length] ?? "/";
  const own = ["/dashboard", "/dashboard/orders", "/dashboard/invoices", "/dashboard/account"];
  const office = [
    "/admin",
    "/admin/orders",
    "/admin/clients",
    "/admin/receivables",
    "/admin/health",
  ];
  const words = ["rib", "ox", "striploin", "roast", "brisket"];
  return [
    [40, (turn) => get(among(publicRoutes, turn))],
    [4, (turn) => get(`/shop?turn=${turn}`)],
    [4, (turn) => get(`/api/search?q=${among(words, turn)}`)],
    [
      2,
      async (turn) => {
        await insistOnOrder(url, clientAt(turn), lines, someAddress());
      },
    ],
    [4, (turn) => get(among(own, turn), { cookie: clientAt(turn).cookie })],
    [4, (turn) => get(among(office, turn), { cookie: admin.cookie })],
    [
      1,
      async (turn) => {
        const body = JSON.stringify({ email: `g${turn}@example.com`, password: "a wild guess" });
        const headers = { origin: url, "content-type": "application/json", ...someAddress() };
        await (
          await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body })
        ).text();
      },
    ],
    [0.2, () => get("/admin/exports/orders.csv", { cookie: admin.cookie })],
    [0.3, (turn) => get("/dashboard/prices.pdf", { cookie: clientAt(turn).cookie })],
  ];
}

/** Sends requests at a rate per second, or as fast as they are answered; returns their number. */
async function atPace(perSecond: number, ask: Asked, isOver: () => boolean): Promise<number> {
  const begin = performance.now();
  let turn = 0;
  while (!isOver()) {
    await ask(turn);
    turn++;
    await wait(Math.max(0, (turn / perSecond) * 1000 - (performance.now() - begin)));
  }
  return turn;
}
