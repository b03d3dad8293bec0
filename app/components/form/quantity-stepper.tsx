import { clsx } from "clsx/lite";
import { Minus, Plus } from "lucide";
import { useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { parseQuantity, stepQuantity } from "./quantity-input.ts";

interface QuantityStepperProps {
  /** The product, for accessible names: `Ribeye Steak` gives `Quantity of Ribeye Steak`. */
  of: string;
  value: number;
  onChange: (value: number) => void;
  max: number;
  /** Shown after a number with decimals, e.g. `lb`. */
  unit?: string | undefined;
  name?: string;
  size?: "sm" | "md";
  disabled?: boolean;
}

/**
 * Minus, number, plus, from 1 on. Typed values apply on blur or Enter; invalid ones are reset to
 * the last valid number, with the reason below.
 */
export function QuantityStepper({
  of,
  value,
  onChange,
  max,
  unit,
  name,
  size = "md",
  disabled = false,
}: QuantityStepperProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const rule = { min: 1, max, mode: unit ? ("decimal" as const) : ("integer" as const) };
  const square = size === "sm" ? "size-9 pointer-coarse:size-11" : "size-12";

  const edits = useRef(0);
  const edit = (next: string | null) => {
    edits.current += 1;
    setDraft(next);
    setProblem("");
  };
  const press = (by: number) => {
    edit(null);
    onChange(stepQuantity(value, by, rule));
  };
  const commit = () => {
    if (draft === null) return;
    const typed = parseQuantity(draft, rule);
    edit(null);
    if (typed === null) {
      const own = edits.current;
      import("./quantity-problem.ts").then(
        ({ quantityProblem }) => {
          // On a slow connection, the number may have changed since.
          if (edits.current === own) setProblem(quantityProblem(draft, rule, { value, unit }));
        },
        // Offline: the box is reset without an explanation.
        () => undefined,
      );
    } else if (typed !== value) onChange(typed);
  };

  return (
    <div>
      <fieldset className="inline-flex items-stretch border border-ink bg-paper-light">
        <legend className="sr-only">Quantity of {of}</legend>
        <button
          type="button"
          aria-label={`Decrease quantity of ${of}`}
          disabled={disabled || value <= 1}
          onClick={() => press(-1)}
          className={clsx("stepper-button", square)}
        >
          <Icon of={Minus} className="size-4" />
        </button>
        <span className="flex items-center border-x border-rule">
          <input
            aria-label={`Quantity of ${of}${unit ? ` in ${unit}` : ""}`}
            name={name}
            inputMode={unit ? "decimal" : "numeric"}
            autoComplete="off"
            disabled={disabled}
            value={draft ?? String(value)}
            onChange={(event) => edit(event.target.value)}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === "Enter") {
                // Enter applies the number; it doesn't submit the form around it.
                event.preventDefault();
                commit();
              }
            }}
            className={clsx(
              "h-full bg-transparent text-center font-semibold tabular-nums",
              unit ? "w-14 md:w-18" : "w-12",
            )}
          />
          {unit && <span className="pr-3 text-sm text-ink-soft">{unit}</span>}
        </span>
        <button
          type="button"
          aria-label={`Increase quantity of ${of}`}
          disabled={disabled || value >= max}
          onClick={() => press(1)}
          className={clsx("stepper-button", square)}
        >
          <Icon of={Plus} className="size-4" />
        </button>
      </fieldset>
      {problem && (
        <p role="alert" className="max-w-48 text-sm font-semibold text-cancelled">
          {problem}
        </p>
      )}
    </div>
  );
}
