import { clsx } from "clsx/lite";
import { ChevronDown, ChevronUp, Trash2 } from "lucide";
import { type ReactNode, useEffect } from "react";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import {
  type AnyEntries,
  type AnyField,
  type AnyFields,
  shownEntries,
  type Typed,
} from "./fields.ts";

/** The answer to the form of a page's texts when it doesn't redirect. */
export interface WordsAnswer extends FormAnswer {
  /** The version to save with, if another one was saved meanwhile. */
  version?: number;
  changed?: string[];
  /** The field or list to focus, after a button that rearranged the input. */
  focus?: string;
  /** Differs for every answer, to reset the form to the answer's values. */
  turn?: string;
  note?: string;
}

interface WordsFormProps {
  fields: AnyFields;
  typed: Typed;
  version: number;
  changed: string[];
  answer: WordsAnswer | undefined;
}

/** Form for any page's texts in plain fields. All buttons work without JavaScript. */
export function WordsForm({ fields, answer, ...stored }: WordsFormProps) {
  const typed = answer?.values ?? stored.typed;
  const changed = answer?.changed ?? stored.changed;
  useEffect(() => {
    if (!answer?.focus) return;
    const place = document.getElementById(placeOf(answer.focus));
    place?.focus();
    place?.scrollIntoView({ block: "nearest" });
  }, [answer]);
  const shown = { typed, errors: answer?.errors, changed };
  return (
    <AnsweredForm answer={answer} key={answer?.turn} replace={undefined}>
      <input type="hidden" name="version" value={answer?.version ?? stored.version} />
      {/* Enter in a field presses the form's first button. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      >
        Save
      </button>
      <div className="space-y-6 [&_textarea]:field-sizing-content [&_textarea]:max-h-96 [&_textarea]:min-h-20">
        <Fields fields={fields} before="" {...shown} />
      </div>
      {answer?.note && <Notice title={answer.note} className="mt-8" />}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-8" />}
      <div className="mt-8 flex flex-wrap gap-3 border-t border-ink pt-5">
        <SubmitButton intent="save">Save</SubmitButton>
        <SubmitButton intent="preview" variant="secondary">
          Preview
        </SubmitButton>
        <Button type="submit" name="intent" value="reset" variant="quiet" formNoValidate>
          Reset all to original
        </Button>
      </div>
    </AnsweredForm>
  );
}

const placeOf = (path: string) => `words-${path}`;

interface Shown {
  typed: Typed;
  errors: WordsAnswer["errors"];
  changed: string[];
}

function Fields({ fields, before, ...shown }: Shown & { fields: AnyFields; before: string }) {
  return Object.entries(fields).map(([name, field]) => (
    <Part key={name} field={field} path={before + name} {...shown} />
  ));
}

function Part({ field, path, ...shown }: Shown & { field: AnyField; path: string }) {
  const reset = shown.changed.includes(path) && <Reset path={path} label={field.label} />;
  const answer = { values: shown.typed, errors: shown.errors };
  switch (field.kind) {
    case "group":
      return (
        <Section title={field.label} path={path} aside={reset}>
          <Fields fields={field.fields} before={`${path}.`} {...shown} />
        </Section>
      );
    case "entries":
      return <Entries field={field} path={path} aside={reset} {...shown} />;
    case "link":
      return (
        <div id={placeOf(path)} className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={field.label}
            optional
            hint="Its words, e.g. More about shipping"
            maxLength={100}
            {...answeredField(answer, `${path}.label`)}
          />
          <TextField
            label="Where it leads"
            optional
            hint="/terms#shipping, or https://…"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            {...answeredField(answer, `${path}.to`)}
          />
        </div>
      );
    case "line":
      return (
        <div id={placeOf(path)} tabIndex={-1}>
          <TextField
            label={field.label}
            hint={field.hint}
            maxLength={field.max}
            required
            {...answeredField(answer, path)}
          />
          {reset}
        </div>
      );
    default:
      return (
        <div id={placeOf(path)} tabIndex={-1}>
          <TextArea
            label={field.label}
            rows={rowsFor(shown.typed[path])}
            {...(field.kind === "lines"
              ? {
                  hint: "Each line is a paragraph or point of its own.",
                  required: field.least > 0,
                  optional: field.least === 0,
                }
              : { hint: field.hint, maxLength: field.max, required: true })}
            {...answeredField(answer, path)}
          />
          {reset}
        </div>
      );
  }
}

/** Rows needed for the text, at about 70 characters a row. */
function rowsFor(text = ""): number {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / 70), 0);
  return Math.min(Math.max(rows, 2), 14);
}

interface EntriesProps extends Shown {
  field: AnyEntries;
  path: string;
  aside: ReactNode;
}

function Entries({ field, path, aside, ...shown }: EntriesProps) {
  const count = shownEntries(field, shown.typed, path);
  const isFixed = field.least === field.most;
  return (
    <Section title={field.label} path={path} aside={aside} error={shown.errors?.[path]} isList>
      {Array.from({ length: count }, (_, index) => {
        const place = `${path}.${index}`;
        const one = `${field.one} ${index + 1}`;
        return (
          <fieldset
            key={place}
            id={placeOf(place)}
            tabIndex={-1}
            className="min-w-0 border-l-2 border-rule pl-4"
          >
            <legend className="float-left font-semibold">{one}</legend>
            {!isFixed && (
              <div className="flex justify-end gap-1">
                <Move
                  intent={`up:${place}`}
                  label={`Move ${one} up`}
                  icon={ChevronUp}
                  off={index === 0}
                />
                <Move
                  intent={`down:${place}`}
                  label={`Move ${one} down`}
                  icon={ChevronDown}
                  off={index === count - 1}
                />
                <Move
                  intent={`remove:${place}`}
                  label={`Remove ${one}`}
                  icon={Trash2}
                  off={count <= field.least}
                />
              </div>
            )}
            <div className="clear-both space-y-4 pt-2">
              {field.idFrom && (
                <input
                  type="hidden"
                  name={`${place}.id`}
                  value={shown.typed[`${place}.id`] ?? ""}
                />
              )}
              <Fields fields={field.fields} before={`${place}.`} {...shown} />
            </div>
          </fieldset>
        );
      })}
      {count < field.most && (
        <Button
          type="submit"
          name="intent"
          value={`add:${path}`}
          size="sm"
          variant="secondary"
          formNoValidate
        >
          Add {/^[aeiou]/i.test(field.one) ? "an" : "a"} {field.one.toLowerCase()}
        </Button>
      )}
    </Section>
  );
}

interface MoveProps {
  intent: string;
  label: string;
  icon: typeof Trash2;
  off: boolean;
}

function Move({ intent, label, icon, off }: MoveProps) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      size="icon"
      variant="quiet"
      formNoValidate
      disabled={off}
      aria-label={label}
      className={off ? "invisible" : ""}
    >
      <Icon of={icon} className="size-5" />
    </Button>
  );
}

function Reset({ path, label }: { path: string; label: string }) {
  return (
    <Button
      type="submit"
      name="intent"
      value={`reset:${path}`}
      size="sm"
      variant="quiet"
      formNoValidate
      aria-label={`Reset to original: ${label}`}
      className="-mx-3.5"
    >
      Reset to original
    </Button>
  );
}

interface SectionProps {
  title: string;
  path: string;
  aside: ReactNode;
  error?: string[] | undefined;
  isList?: boolean;
  children: ReactNode;
}

function Section({ title, path, aside, error, isList = false, children }: SectionProps) {
  return (
    <fieldset id={placeOf(path)} tabIndex={-1} className="min-w-0 border-t border-ink pt-4">
      <legend className="float-left font-display text-title font-semibold">{title}</legend>
      <div className="flex min-h-9 justify-end">{aside}</div>
      {error && <p className="clear-both pt-2 font-semibold text-cancelled">{error.join(" ")}</p>}
      <div className={clsx("clear-both pt-3", isList ? "space-y-9" : "space-y-5")}>{children}</div>
    </fieldset>
  );
}
