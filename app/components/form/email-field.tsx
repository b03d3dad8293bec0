import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A required e-mail address; what can be said of a text field can be said of it. */
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
