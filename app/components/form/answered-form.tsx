import type { ComponentProps } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../button.tsx";
import { useHydrated } from "../use-hydrated.ts";
import { useFirstMistake } from "./field.tsx";

/**
 * A form that its page's action answers: the first mistake gets the focus, a script checks in place of
 * the browser, and the page stays where it is. With `replace={undefined}`, Back leads from where the
 * form leads to the form.
 */
export function AnsweredForm({
  answer,
  ...form
}: ComponentProps<typeof Form> & { answer: Parameters<typeof useFirstMistake>[0] }) {
  const ref = useFirstMistake(answer);
  const noValidate = useHydrated();
  return (
    <Form ref={ref} method="post" noValidate={noValidate} replace preventScrollReset {...form} />
  );
}

/** Sends its form, and is busy meanwhile; with a name, while what it sends says so. */
export function SubmitButton(button: Omit<ComponentProps<typeof Button>, "type" | "pending">) {
  const { formMethod, formData } = useNavigation();
  const { name, value } = button;
  const isSent = name ? formData?.get(name) === value : formMethod === "POST";
  return <Button type="submit" pending={isSent} {...button} />;
}
