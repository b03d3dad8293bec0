import { clsx } from "clsx/lite";
import type { Questions } from "#app/lib/form/questions.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Notice } from "../page/notice.tsx";
import { Checkbox } from "./choice-fields.tsx";

interface QuestionsFieldProps {
  questions: Questions<string>;
  answer: FormAnswer | undefined;
  className?: string;
}

/**
 * The questions asked before a form is stored, or else the refusal. Confirmed questions stay ticked
 * through other refusals, so that they aren't asked again.
 */
export function QuestionsField({ questions, answer, className }: QuestionsFieldProps) {
  const { errors, values, message } = answer ?? {};
  const shown = Object.entries(questions).flatMap(([name, yes]) => {
    const [asked] = errors?.[name] ?? [];
    const isConfirmed = values?.[name] === "yes";
    return asked || isConfirmed ? [{ name, yes, asked, isConfirmed }] : [];
  });
  const isAsked = shown.some(({ asked }) => asked);
  return (
    <>
      {shown.length > 0 && (
        <fieldset
          className={clsx(
            "grid gap-3 border-y border-cancelled bg-paper-deep/60 px-5 py-4",
            className,
          )}
        >
          <legend className="sr-only">Please confirm</legend>
          {shown.map(({ name, yes, asked, isConfirmed }) => (
            <div key={name}>
              {asked && (
                <p role="alert" className="font-semibold break-words">
                  {asked}
                </p>
              )}
              <Checkbox name={name} value="yes" label={yes} defaultChecked={isConfirmed} />
            </div>
          ))}
        </fieldset>
      )}
      {message && !isAsked && <Notice tone="error" title={message} className={className} />}
    </>
  );
}
