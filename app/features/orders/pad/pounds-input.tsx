import { clsx } from "clsx/lite";
import { Minus, Plus } from "lucide";
import { Icon } from "#app/components/icon.tsx";
import { isNone, stepPounds } from "../order-quantity.ts";

interface PoundsInputProps {
  id: string;
  /** The name under which a form sends it. */
  name: string;
  /** What is weighed, for the names of the controls. */
  of: string;
  /** As typed; "" for none. */
  value: string;
  /** Whether scripts run: without them there is nothing but the box. */
  isLive: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  onType: (typed: string) => void;
  /** The box was left, or Enter pressed. */
  onSettle: () => void;
}

// The bars above and below the pad must not lie over what has the focus.
const inSight = "scroll-mt-32 scroll-mb-32";

const press =
  "grid size-11 shrink-0 place-items-center transition-colors hover:bg-ink hover:text-paper aria-disabled:text-rule-strong aria-disabled:hover:bg-transparent focus-visible:z-10";

/**
 * Minus, pounds, plus. What is typed counts at once and stays as typed, right or wrong; a press
 * moves by a whole pound.
 */
export function PoundsInput(props: PoundsInputProps) {
  const { id, name, of, value, isLive, isInvalid, describedBy, onType, onSettle } = props;
  const none = isNone(value);
  return (
    <div
      className={clsx(
        "inline-flex items-stretch border bg-paper-light has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-oxblood",
        isInvalid ? "border-cancelled" : none ? "border-rule-strong" : "border-ink",
      )}
    >
      <button
        type="button"
        aria-label={`One pound less of ${of}`}
        // Not disabled: that would take the focus away from whoever pressed it.
        aria-disabled={none || undefined}
        onClick={() => onType(stepPounds(value, -1))}
        className={clsx(press, inSight, !isLive && "invisible")}
      >
        <Icon of={Minus} className="size-4" />
      </button>
      <span className={clsx("flex items-center", isLive && "border-x border-rule")}>
        <input
          id={id}
          name={name}
          aria-label={`Pounds of ${of}`}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={onSettle}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Whoever ends a number with Enter does not ask for the next step yet.
            event.preventDefault();
            onSettle();
          }}
          className={clsx(
            inSight,
            "h-11 w-17 bg-transparent text-right outline-none font-semibold tabular-nums",
          )}
        />
        <span aria-hidden="true" className="w-6 pl-1 text-sm text-ink-soft">
          lb
        </span>
      </span>
      <button
        type="button"
        aria-label={`One pound more of ${of}`}
        onClick={() => onType(stepPounds(value, 1))}
        className={clsx(press, inSight, !isLive && "invisible")}
      >
        <Icon of={Plus} className="size-4" />
      </button>
    </div>
  );
}
