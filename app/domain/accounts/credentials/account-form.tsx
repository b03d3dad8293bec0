import type { ReactNode } from "react";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { FormAnswer } from "./form-answer.ts";
import { loadSchemas } from "./submit-form.ts";

interface AccountFormProps {
  action: string;
  answer: FormAnswer | undefined;
  label: string;
  children?: ReactNode;
  aside?: ReactNode;
}

/** A form about the user's own account. The first invalid field gets the focus. */
export function AccountForm({ action, answer, label, children, aside }: AccountFormProps) {
  return (
    <AnsweredForm
      answer={answer}
      action={action}
      onFocus={() => void loadSchemas()}
      preventScrollReset={false}
    >
      <div className="flex flex-col gap-5">{children}</div>
      <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">
        <SubmitButton size="lg">{label}</SubmitButton>
        {aside}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-8" />}
    </AnsweredForm>
  );
}
