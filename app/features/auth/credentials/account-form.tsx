import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useFirstMistake } from "#app/components/form/first-mistake.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { FormAnswer } from "./form-answer.ts";
import { loadCheck } from "./submit-form.ts";

interface AccountFormProps {
  /** The page's own address, query included. */
  action: string;
  answer: FormAnswer | undefined;
  /** On the submit button. */
  label: string;
  children?: ReactNode;
  /** Beside the button. */
  aside?: ReactNode;
}

/**
 * A form about an account: its fields, its button, and what went wrong under both. What is wrong
 * with a field is said beside it, and the first such field gets the focus.
 */
export function AccountForm({ action, answer, label, children, aside }: AccountFormProps) {
  const form = useFirstMistake(answer);
  const { formMethod } = useNavigation();
  // The browser's own bubbles are for those whose form nobody else looks at.
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
