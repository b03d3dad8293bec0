import type { ReactNode } from "react";
import { Checkbox } from "#app/components/form/choice-fields.tsx";

interface TickFieldProps {
  label: string;
  name: string;
  isTicked: boolean;
  error: string[] | undefined;
}

/** A checkbox with its error. */
export function TickField({ label, name, isTicked, error }: TickFieldProps) {
  const id = `product-${name}-error`;
  return (
    <div>
      <Checkbox
        label={label}
        name={name}
        defaultChecked={isTicked}
        aria-describedby={error && id}
      />
      {error && (
        <p id={id} className="text-sm font-semibold text-cancelled">
          {error.join(" ")}
        </p>
      )}
    </div>
  );
}

/** Fields that belong together, below a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-ink pt-4">
      {/* Floated, since a legend would otherwise sit on the border. */}
      <legend className="float-left mb-4 w-full font-display text-title">{title}</legend>
      <div className="clear-both flex flex-col gap-5">{children}</div>
    </fieldset>
  );
}
