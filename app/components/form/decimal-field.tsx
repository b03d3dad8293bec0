import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A text field for pounds or dollars: telephones show digits, and nothing is offered to fill it in. */
export function DecimalField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="decimal" autoComplete="off" maxLength={12} {...props} />;
}
