import type { Lived, Step } from "./life.ts";

/**
 * Returns the fewest steps that still end in the same finding, by leaving out halves, quarters and
 * so on until the patience runs out.
 *
 * @param again replays some steps
 */
export async function shrink(
  lived: Lived,
  again: (steps: readonly Step[]) => Promise<Lived>,
  patienceMs: number,
): Promise<Lived> {
  const until = performance.now() + patienceMs;
  const kind = kindOf(lived);
  const about = await again(stepsAbout(lived));
  let least = kindOf(about) === kind ? about : lived;
  let parts = 2;
  while (parts <= least.steps.length && performance.now() < until) {
    const size = Math.ceil(least.steps.length / parts);
    let shorter: Lived | undefined;
    // Steps near the end are the least likely to be needed.
    for (let from = size * (parts - 1); from >= 0 && !shorter; from -= size) {
      if (performance.now() > until) return least;
      const left = least.steps.filter((_, at) => at < from || at >= from + size);
      const tried = await again(left);
      if (kindOf(tried) === kind) shorter = tried;
    }
    if (shorter) {
      least = shorter;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) return least;
    else parts = Math.min(least.steps.length, parts * 2);
  }
  return least;
}

/** Returns the last step, and those that share a name with it or the finding, or have none. */
function stepsAbout({ steps, finding = "" }: Lived): Step[] {
  const told = `${finding} ${JSON.stringify(steps.at(-1))}`;
  const orders = told.match(/order \d+/g) ?? [];
  const placed = steps.filter(({ chosen }) => orders.some((key) => has(chosen, `"key":"${key}"`)));
  const people = JSON.stringify([told, placed]).match(/[A-Z][a-z]+(?: \d+)?/g) ?? [];
  const names = [...orders, ...people];
  return steps.filter(({ kind, chosen }) => {
    const isAnyones = !/order \d|buyer|guest|payment/.test(JSON.stringify(chosen));
    return kind === "night" || isAnyones || names.some((name) => has(chosen, `"${name}"`));
  });
}

const has = (chosen: unknown, text: string) => JSON.stringify(chosen).includes(text);

/** A finding without its figures and names, by which findings are compared. */
const kindOf = ({ finding }: Lived) =>
  finding?.split("\n", 1)[0]?.replace(/order \d+|[A-Z][a-z]+$|\d+|"[^"]*"|:.*/g, "");
