import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { sampleWays } from "#server/seed/sample-business.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { Random } from "../../life/random.ts";
import { daysBetween } from "../../pencil/days.ts";
import type { Cooler } from "../meat/cooler.ts";
import type { Business } from "../open-sample.ts";

export interface Life extends Business {
  random: Random;
  /** Apart from `random`, so that work with meat doesn't change who orders what. */
  meat: Random;
  /** For the counter, apart for the same reason. */
  walkIns: Random;
  first: string;
  /** Monday of the last week, whose mornings are saved. */
  lastMonday: string;
  today: string;
  cooler: Cooler;
  receipts: number;
  /** True once the owner has set the value of trim. */
  isTrimSet: boolean;
  retail: number;
  /** Counts of tasks and of refusals. */
  done: Map<string, number>;
  refused: Map<string, number>;
  /** Lets minutes pass within a task. */
  pass(minutes: number): Promise<void>;
}

export interface Task {
  /** Minutes after midnight. */
  at: number;
  kind: string;
  does(): Promise<unknown>;
}

/** The owner's settings; documents show the e-transfer address of their day of issue. */
export const shop = sampleShop("https://shop.example.com", { email: sampleWays.etransferEmail });

/** Counts refusals by the shop and continues, as people would; any other error is thrown. */
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

/** Returns the progress from 0 on the first day to 1 in the last week. */
export function progress({ first, lastMonday, today }: Life): number {
  return Math.min(1, daysBetween(first, today) / daysBetween(first, lastMonday));
}
