import type { ComponentProps, KeyboardEvent } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../button.tsx";
import { useHydrated } from "../use-hydrated.ts";
import { useFirstMistake } from "./field.tsx";

/**
 * A form answered by its page's action: focuses the first mistake, replaces the browser's
 * validation, and keeps the scroll position. With `replace={undefined}`, Back returns to the form
 * from the next page.
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

/**
 * The `onKeyDown` of a form that only a press on its button may submit, such as one that moves
 * money: Enter in a field, which a scanner sends too, does nothing.
 */
export function onlyByButton(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, "type" | "pending"> {
  /** The value of the field `intent`, if the form has several actions. */
  intent?: string;
}

/** Submits its form, and is busy meanwhile; a button with an `intent` only for its own. */
export function SubmitButton({ intent, ...rest }: SubmitButtonProps) {
  const { formMethod, formData } = useNavigation();
  const button = intent === undefined ? rest : { ...rest, name: "intent", value: intent };
  const { name, value } = button;
  const isSent = name ? formData?.get(name) === value : formMethod === "POST";
  return <Button type="submit" pending={isSent} {...button} />;
}
