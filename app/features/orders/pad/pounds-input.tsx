import { clsx } from "clsx/lite";
import { Minus, Plus } from "lucide";
import { Icon } from "#app/components/icon.tsx";
import { isNone, stepPounds } from "../order-quantity.ts";

interface PoundsInputProps {
  id: string;
  /** The form field's name. */
  name: string;
  /** The product's name, for the accessible names of the controls. */
  of: string;
  /** As typed; "" for none. */
  value: string;
  /** Whether the page is hydrated: without scripts there is only the box. */
  isLive: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  onType: (typed: string) => void;
  /** On blur or Enter. */
  onSettle: () => void;
}

// Keeps the focused box clear of the sticky bars above and below the pad.
const inSight = "scroll-mt-32 scroll-mb-32";

const press =
  "grid size-11 shrink-0 place-items-center transition-colors hover:bg-ink hover:text-paper aria-disabled:text-rule-strong aria-disabled:hover:bg-transparent focus-visible:z-10";

/**
 * Minus, pounds, plus. Typed text is reported on every change and never corrected while typing; the
 * buttons step by a whole pound.
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
        // Not `disabled`: that would drop the focus of the button that was just pressed.
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
            // Enter confirms the number; it shouldn't submit the form.
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
