import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { useFirstMistake } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { trapField } from "#app/lib/form/submitted-form.ts";
import {
  type FormAnswer,
  type FormName,
  formWords,
  openForField,
  sendingField,
  sentParameter,
} from "./form-words.ts";
import { loadSchemas } from "./send-form.ts";

const outcome = "outcome";

interface PublicFormProps {
  form: FormName;
  page: string;
  answer: FormAnswer | undefined;
  label: string;
  labelledBy: string;
  children: ReactNode;
}

/**
 * A form on a public page: fields, submit button, errors below and a success notice above. The
 * first invalid field, or the success notice, gets the focus.
 */
export function PublicForm({ form, page, answer, label, labelledBy, children }: PublicFormProps) {
  const element = useFirstMistake(answer);
  const notice = useRef<HTMLDivElement>(null);
  const { search } = useLocation();
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
        // Without JavaScript, the reloaded page scrolls to its error message.
        action={hydrated ? page : `${page}#${outcome}`}
        aria-labelledby={labelledBy}
        // Once hydrated, our own validation replaces the browser's bubbles.
        noValidate={hydrated}
        replace
        preventScrollReset
        onFocus={() => void loadSchemas()}
        onSubmit={(event) => stamp(event.currentTarget)}
      >
        <div className="flex flex-col gap-5">{children}</div>
        <input type="hidden" name={openForField} />
        <input type="hidden" name={sendingField} />
        <Trap />
        <div id={outcome} className="mt-8 scroll-mt-[50vh]">
          <SubmitButton size="lg">{label}</SubmitButton>
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

/** The honeypot, hidden from people. */
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

/**
 * Hidden fields for how long the form was open, and a mark to recognize repeated submissions.
 * Filled in on submit, because the page is cached and the same for everyone; empty without
 * JavaScript.
 */
function useSending() {
  const openedAt = useRef(0);
  const mark = useRef("");

  const begin = useCallback(() => {
    openedAt.current = performance.now();
    // `crypto.randomUUID` is missing on plain HTTP.
    mark.current = crypto.getRandomValues(new Uint32Array(4)).join("-");
  }, []);
  useEffect(begin, [begin]);

  function stamp(form: HTMLFormElement) {
    write(form, openForField, String(Math.round(performance.now() - openedAt.current)));
    write(form, sendingField, mark.current);
  }
  return { begin, stamp };
}

function write(form: HTMLFormElement, name: string, value: string) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}
