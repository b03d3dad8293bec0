import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { sampleWays } from "#server/seed/sample-business.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import type { Random } from "../../life/random.ts";
import { daysBetween } from "../../pencil/days.ts";
import type { Cooler } from "../meat/cooler.ts";
import type { Business } from "../open-sample.ts";

/** The sample's company while it lives. */
export interface Life extends Business {
  random: Random;
  /** For what is done with meat: who orders what does not hang on it. */
  meat: Random;
  first: string;
  /** Of the week that is kept. */
  lastMonday: string;
  today: string;
  cooler: Cooler;
  /** Receipts so far. */
  receipts: number;
  /** Whether the owner has said what trim is worth. */
  isTrimWorth: boolean;
  /** Retail orders so far. */
  retail: number;
  /** How often each kind of thing was done, and what the shop refused. */
  done: Map<string, number>;
  refused: Map<string, number>;
  /** Lets minutes pass within a deed. */
  pass(minutes: number): Promise<void>;
}

/** Something of a day. */
export interface Deed {
  /** Minutes after midnight. */
  at: number;
  kind: string;
  does(): Promise<unknown>;
}

/** As its owner has set it: each paper names where e-transfers go on the day it is issued. */
export const shop = sampleShop("https://shop.example.com", { email: sampleWays.etransferEmail });

/** What the shop refuses is counted and left, as people leave it; all else ends the life. */
export async function unlessRefused(
  life: Pick<Life, "refused">,
  what: string,
  does: () => Promise<unknown>,
) {
  try {
    await does();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof DayRefusedError)) throw error;
    const why = `${what}: ${error.message}`;
    life.refused.set(why, (life.refused.get(why) ?? 0) + 1);
    return false;
  }
}

/** How far the life is: 0 at first, 1 in the week that is kept. */
export function share({ first, lastMonday, today }: Life): number {
  return Math.min(1, daysBetween(first, today) / daysBetween(first, lastMonday));
}
