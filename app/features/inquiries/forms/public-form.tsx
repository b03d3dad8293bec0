import { type ReactNode, useEffect, useRef } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useFirstMistake } from "#app/components/form/first-mistake.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { openForField, trapField } from "./bot-signs.ts";
import {
  type FormAnswer,
  type FormName,
  formWords,
  sendingField,
  sentParameter,
} from "./form-words.ts";
import { loadCheck } from "./send-form.ts";
import { useSending } from "./use-sending.ts";

/** The id of where the form ends. */
const outcome = "outcome";

interface PublicFormProps {
  form: FormName;
  /** The page's own address, without a query. */
  page: string;
  answer: FormAnswer | undefined;
  /** On the submit button. */
  label: string;
  /** The id of the heading that names the form. */
  labelledBy: string;
  children: ReactNode;
}

/**
 * A form of a public page: its fields, its button, what went wrong under both, and above them that it
 * was sent. The first field with something wrong, or else the notice of success, gets the focus.
 */
export function PublicForm({ form, page, answer, label, labelledBy, children }: PublicFormProps) {
  const element = useFirstMistake(answer);
  const notice = useRef<HTMLDivElement>(null);
  const { search } = useLocation();
  const { formMethod } = useNavigation();
  const hydrated = useHydrated();
  const { begin, stamp } = useSending();
  const isSent = answer ? answer.sent : new URLSearchParams(search).has(sentParameter);

  useEffect(() => {
    if (!answer?.sent) return;
    element.current?.reset();
    begin();
    notice.current?.focus();
  }, [answer, begin, element]);

  return (
    <>
      {isSent && (
        <div ref={notice} id={sentParameter} tabIndex={-1} className="mb-8 scroll-mt-36">
          <Notice tone="success" title={formWords[form].sent.title}>
            {formWords[form].sent.description}
          </Notice>
        </div>
      )}
      <Form
        ref={element}
        method="post"
        // A page that is loaded anew is to be seen where it says what went wrong.
        action={hydrated ? page : `${page}#${outcome}`}
        aria-labelledby={labelledBy}
        // The browser's own bubbles are for those whose form nobody else looks at.
        noValidate={hydrated}
        replace
        preventScrollReset
        onFocus={() => void loadCheck()}
        onSubmit={(event) => stamp(event.currentTarget)}
      >
        <div className="flex flex-col gap-5">{children}</div>
        <input type="hidden" name={openForField} />
        <input type="hidden" name={sendingField} />
        <Trap />
        <div id={outcome} className="mt-8 scroll-mt-[50vh]">
          <Button type="submit" size="lg" pending={formMethod === "POST"}>
            {label}
          </Button>
          {answer?.problem && (
            <Notice tone="error" title={answer.problem.title} className="mt-8">
              {answer.problem.description}
            </Notice>
          )}
        </div>
      </Form>
    </>
  );
}

/** Robots fill in whatever has a name; nobody else finds it. */
function Trap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
