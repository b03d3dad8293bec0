import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Lived, sizeOf } from "./life.ts";
import { type Ground, liveOn } from "./place.ts";

// Runs lives in parallel, one per process, because a life's clock applies to its whole process.

interface Wanted {
  ground: Ground;
  seed: number;
  size: string;
}

interface Hand {
  live(seed: number): Promise<Lived>;
  end(): void;
}

/**
 * Lives the weeks of some seeds in several processes; yields each as it ends, in any order.
 *
 * @param onLived returns whether to continue
 */
export async function liveWeeks(
  { ground, seeds, size, processes }: WeeksWanted,
  onLived: (lived: Lived) => Promise<boolean>,
): Promise<void> {
  const left = [...seeds];
  let goesOn = true;
  const hands = Array.from({ length: processes }, () =>
    processes === 1 ? ownHand(ground, size) : forkedHand(ground, size),
  );
  const work = async (hand: Hand) => {
    for (let seed = left.shift(); seed !== undefined && goesOn; seed = left.shift()) {
      goesOn = (await onLived(await hand.live(seed))) && goesOn;
    }
  };
  try {
    await Promise.all(hands.map(work));
  } finally {
    for (const hand of hands) hand.end();
  }
}

interface WeeksWanted {
  ground: Ground;
  seeds: readonly number[];
  size: string;
  processes: number;
}

const ownHand = (ground: Ground, size: string): Hand => ({
  live: (seed) => liveOn(ground, seed, sizeOf(seed, size)),
  end: () => undefined,
});

function forkedHand(ground: Ground, size: string): Hand {
  // JSON would lose Maps and undefined.
  const child = fork(fileURLToPath(import.meta.url), ["hand"], { serialization: "advanced" });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A process that lives weeks ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    async live(seed) {
      const lived = once(child, "message");
      child.send({ ground, seed, size } satisfies Wanted);
      const [answer] = await Promise.race([lived, ended]);
      return answer as Lived;
    },
    end: () => child.disconnect(),
  };
}

if (process.send && process.argv[2] === "hand") {
  process.on("message", async ({ ground, seed, size }: Wanted) => {
    process.send?.(await liveOn(ground, seed, sizeOf(seed, size)));
  });
}
