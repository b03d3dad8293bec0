import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useFirstMistake } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { FormAnswer } from "./form-answer.ts";
import { loadCheck } from "./submit-form.ts";

interface AccountFormProps {
  /** The page's own URL, including the query. */
  action: string;
  answer: FormAnswer | undefined;
  /** The submit button's label. */
  label: string;
  children?: ReactNode;
  /** Beside the button. */
  aside?: ReactNode;
}

/**
 * An account form: its fields, a submit button, and a general error below. Field errors are shown
 * beside their fields, and the first invalid field gets the focus.
 */
export function AccountForm({ action, answer, label, children, aside }: AccountFormProps) {
  const form = useFirstMistake(answer);
  const { formMethod } = useNavigation();
  // Once hydrated, our own validation replaces the browser's bubbles.
  const noValidate = useHydrated();

  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate={noValidate}
      replace
      onFocus={() => void loadCheck()}
    >
      <div className="flex flex-col gap-5">{children}</div>
      <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">
        <Button type="submit" size="lg" pending={formMethod === "POST"}>
          {label}
        </Button>
        {aside}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-8" />}
    </Form>
  );
}
