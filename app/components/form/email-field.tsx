import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A required e-mail address; takes the props of a text field. */
export function EmailField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="E-mail"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...props}
    />
  );
}
