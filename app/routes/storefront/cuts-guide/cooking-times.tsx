import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import {
  type CookingFacts,
  holdUnits,
  type Temperature,
} from "#app/content/cooking/cooking-facts.ts";
import { safeTemperatures } from "#app/content/food-safety.ts";

export type CookingShown = Omit<CookingFacts, "slug" | "name" | "category">;

/** How hot and how long to cook a cut: in the guide, and on its product's page. */
export function CookingTimes({ cut, className }: { cut: CookingShown; className?: string }) {
  const { target, doneness, safe, cookTime, restTime } = cut;
  return (
    <dl className={clsx("grid grid-cols-2 gap-x-6 gap-y-5", className)}>
      <Fact term="Target">
        <span className="block font-display text-heading leading-none font-semibold print:text-title">
          {holdUnits(`${target.celsius} °C`)}
        </span>
        <span className="mt-1.5 block">{holdUnits(`${target.fahrenheit} °F, ${doneness}`)}</span>
      </Fact>
      <Fact term="Health Canada">
        <span className="block font-display text-heading leading-none font-semibold text-ink-soft print:text-title">
          {holdUnits(`${safeTemperatures[safe].celsius} °C`)}
        </span>
        <span className="mt-1.5 block">{besideTarget(safeTemperatures[safe], target)}</span>
      </Fact>
      <Fact term="Cook">{holdUnits(cookTime)}</Fact>
      <Fact term="Rest">{restTime}</Fact>
    </dl>
  );
}

function besideTarget(safe: Temperature, target: Temperature) {
  const relation =
    target.celsius > safe.celsius
      ? "below ours"
      : target.celsius === safe.celsius
        ? "the same as ours"
        : "above ours";
  return holdUnits(`${safe.fahrenheit} °F, ${relation}`);
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-soft">{term}</dt>
      <dd className="mt-1.5">{children}</dd>
    </div>
  );
}
