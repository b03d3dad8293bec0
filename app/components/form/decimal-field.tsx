import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A text field for pounds or dollars: phones show digits, and autofill is off. */
export function DecimalField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="decimal" autoComplete="off" maxLength={12} {...props} />;
}
