import type { ReactNode } from "react";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Notice } from "../page/notice.tsx";
import { AnsweredForm, SubmitButton } from "./answered-form.tsx";
import { answeredField, TextField } from "./field.tsx";

interface VoidFormProps {
  title: string;
  children: ReactNode;
  intent: string;
  button: string;
  version?: number;
  answer: FormAnswer | undefined;
  className?: string;
}

/** Form to void a whole receipt or cutting sheet, with a reason in the field `voidReason`. */
export function VoidForm({
  title,
  children,
  intent,
  button,
  version,
  answer,
  className,
}: VoidFormProps) {
  const own = answer?.values?.intent === intent ? answer : undefined;
  return (
    <details open={own !== undefined} className={className}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <AnsweredForm answer={own} className="grid max-w-2xl gap-4 pb-4">
        <p className="text-ink-soft">{children}</p>
        <input type="hidden" name="intent" value={intent} />
        {version !== undefined && (
          <input type="hidden" name="version" value={own?.values?.version ?? version} />
        )}
        <TextField
          label="What was wrong"
          required
          maxLength={300}
          autoComplete="off"
          {...answeredField(own, "voidReason")}
        />
        {own?.message && <Notice tone="error" title={own.message} />}
        <p>
          <SubmitButton variant="secondary">{button}</SubmitButton>
        </p>
      </AnsweredForm>
    </details>
  );
}
