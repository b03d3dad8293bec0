import { type ComponentProps, useState } from "react";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";
import type { PortionCalculator } from "./portion-calculator.tsx";

const loadCalculator = () => import("./portion-calculator.tsx");

/** "How much do I need?" for a roast or a steak: the rule, with a calculator loaded on opening. */
export function HowMuch(props: ComponentProps<typeof PortionCalculator>) {
  const [isOpen, setIsOpen] = useState(false);
  // If loading fails, the rule is still shown.
  const calculator = useOnDemand(loadCalculator, isOpen, () => {});
  const { light, average, hearty, isBoneIn } = props.portions;
  return (
    <details
      // It may have been opened before hydration.
      ref={(details) => {
        if (details?.open) setIsOpen(true);
      }}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="fold border-y border-rule open:pb-5 print:hidden"
    >
      <summary {...warmUpNear(loadCalculator)} className="cursor-pointer">
        How much do I need?
      </summary>
      <p className="mb-4 text-sm text-ink-soft">
        {`Allow ${average} oz of raw meat a person${isBoneIn ? ", bone included" : ""}: ${light} oz for a light appetite, ${hearty} oz for a hearty one.`}
      </p>
      {calculator && <calculator.PortionCalculator {...props} />}
    </details>
  );
}
