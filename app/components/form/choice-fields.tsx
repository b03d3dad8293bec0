import { clsx } from "clsx/lite";
import { ChevronDown } from "lucide";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { controlClass, Field, type FieldText } from "./field.tsx";

function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlClass, "appearance-none pr-10", className)}>
        {children}
      </select>
      <Icon
        of={ChevronDown}
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
      />
    </span>
  );
}

type SelectFieldProps = FieldText &
  Omit<ComponentProps<"select">, keyof FieldText> & {
    options?: readonly (readonly [value: string | number, name: ReactNode])[];
  };

/** A select with its label, hint and error; `children` are options before the others. */
export function SelectField({ options, children, ...props }: SelectFieldProps) {
  const { label, hint, error, required, optional, hideLabel, className, id, ...select } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
      id={id}
    >
      {(control) => (
        <Select {...select} {...control}>
          {children}
          {options?.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

/** A native checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex min-h-11 items-center gap-3", className)}>
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-oxblood" />
      <span>{label}</span>
    </label>
  );
}
