import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/**
 * Something that people do. What is chosen is data that names things by their keys, so that a life can be
 * lived again, also without some of its acts.
 */
export interface Act<Chosen> {
  /** How often, beside the others. */
  weight: number;
  /** What to do now; undefined where there is nothing to do it with. */
  choose(world: World, random: Random): Chosen | undefined | Promise<Chosen | undefined>;
  /** A sentence without its full stop. */
  say(chosen: Chosen): string;
  /**
   * Does it in the shop, and tells the pencil.
   *
   * @throws what the shop refuses; Impossible for what the shop should have refused; Skipped
   */
  run(world: World, chosen: Chosen): Promise<void>;
}

/** Keeps the types of what is chosen together. */
export const act = <Chosen>(one: Act<Chosen>): Act<unknown> => one as Act<unknown>;

/** The shop took what it should not have, or has other figures than the pencil. */
export class Finding extends Error {}

export function same(what: string, shop: unknown, pencil: unknown): void {
  const [here, there] = [JSON.stringify(shop), JSON.stringify(pencil)];
  if (here !== there) throw new Finding(`${what}: the shop says ${here}, the pencil ${there}`);
}
