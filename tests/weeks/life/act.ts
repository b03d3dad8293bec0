import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/**
 * Something that people do. The choice is plain data that names things by their keys, so that a
 * life can be replayed, even without some of its acts.
 */
export interface Act<Chosen> {
  /** Relative frequency. */
  weight: number;
  /** Chooses what to do now; undefined if there is nothing to do it with. */
  choose(world: World, random: Random): Chosen | undefined | Promise<Chosen | undefined>;
  /** The act as a sentence without its full stop. */
  say(chosen: Chosen): string;
  /**
   * Does it in the shop, and tells the pencil.
   *
   * @throws the shop's refusal; Impossible if the shop should have refused; Skipped
   */
  run(world: World, chosen: Chosen): Promise<void>;
}

/** Ties the types of `choose`, `say` and `run` together. */
export const act = <Chosen>(one: Act<Chosen>): Act<unknown> => one as Act<unknown>;

/** The shop accepted what it should have refused, or its figures differ from the pencil's. */
export class Finding extends Error {}

export function same(what: string, shop: unknown, pencil: unknown): void {
  const [here, there] = [JSON.stringify(shop), JSON.stringify(pencil)];
  if (here !== there) throw new Finding(`${what}: the shop says ${here}, the pencil ${there}`);
}
