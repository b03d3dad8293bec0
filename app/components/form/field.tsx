import { clsx } from "clsx/lite";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

/** Props that a control inside a `Field` must spread onto its input, select or textarea. */
interface FieldControl {
  id: string;
  required: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export interface FieldText {
  label: ReactNode;
  /** Help shown up front: a format, an example. */
  hint?: ReactNode;
  /**
   * Validation messages. A list comes from an answer about the submitted value, and disappears once
   * the value is changed; a text is the page's own, and stays until the page removes it.
   */
  error?: string | string[] | null;
  required?: boolean;
  /** Marks the field as optional, in a form where the others are required. */
  optional?: boolean;
  /** Visually hides the label where the context makes it obvious (a search box). */
  hideLabel?: boolean;
  className?: string;
}

/** Classes of all text controls, including the native select. */
export const controlClass =
  "block w-full min-h-11 border border-rule-strong bg-paper-light px-3.5 py-2 text-base text-ink transition-colors hover:border-ink aria-invalid:border-cancelled aria-invalid:border-2 disabled:cursor-not-allowed disabled:border-rule disabled:bg-paper-deep disabled:text-ink-soft";

/**
 * Label, control, hint and error, wired for assistive technology. `children` renders the control
 * from the given props: `<Field label="Phone">{(control) => <input {...control} />}</Field>`.
 */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  className,
  id,
  children,
}: FieldText & { id?: string; children: (control: FieldControl) => ReactNode }) {
  const generated = useId();
  const controlId = id ?? generated;
  const [outdated, setOutdated] = useState<FieldText["error"]>(null);
  const messages = error && error !== outdated ? [error].flat() : [];
  const described = [hint ? `${controlId}-hint` : "", messages.length ? `${controlId}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div
      className={className}
      // A new answer has new lists, so its errors are shown again.
      onInput={Array.isArray(error) ? () => setOutdated(error) : undefined}
    >
      <label
        htmlFor={controlId}
        className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-semibold"}
      >
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        required,
        "aria-invalid": messages.length > 0 || undefined,
        "aria-describedby": described || undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {messages.length > 0 && (
        <p id={`${controlId}-error`} className="mt-1.5 text-sm font-semibold text-cancelled">
          {messages.join(" ")}
        </p>
      )}
    </div>
  );
}

type Native<Tag extends "input" | "textarea"> = Omit<ComponentProps<Tag>, keyof FieldText>;

export function TextField(props: FieldText & Native<"input"> & { inputClassName?: string }) {
  const {
    label,
    hint,
    error,
    required,
    optional,
    hideLabel,
    className,
    inputClassName,
    id,
    ...input
  } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
      id={id}
    >
      {(control) => (
        <input {...input} {...control} className={clsx(controlClass, inputClassName)} />
      )}
    </Field>
  );
}

export function TextArea(props: FieldText & Native<"textarea">) {
  const {
    label,
    hint,
    error,
    required,
    optional,
    hideLabel,
    className,
    id,
    rows = 5,
    ...area
  } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
      id={id}
    >
      {(control) => <textarea rows={rows} {...area} {...control} className={controlClass} />}
    </Field>
  );
}

export function EmailField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...props}
    />
  );
}

export function PhoneField(props: Partial<ComponentProps<typeof TextField>>) {
  return <TextField label="Phone" type="tel" autoComplete="tel" maxLength={50} {...props} />;
}

export function PostalCodeField(props: Partial<ComponentProps<typeof TextField>>) {
  return <TextField label="Postal code" autoComplete="postal-code" maxLength={24} {...props} />;
}

export function CompanyField(props: Partial<ComponentProps<typeof TextField>>) {
  return <TextField label="Company name" autoComplete="organization" maxLength={200} {...props} />;
}

/** The name of the person who fills in the form. */
export function PersonField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="name" maxLength={200} {...props} />;
}

/** A whole number, for which phones show digits. */
export function CountField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}

interface FormAnswer {
  values?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string[]>> | undefined;
}

/** Returns a field's props: `<TextField label="Phone" {...answeredField(answer, "phone")} />`. */
export function answeredField(answer: FormAnswer | undefined, name: string) {
  return { name, defaultValue: answer?.values?.[name], error: answer?.errors?.[name] };
}

/**
 * Focuses a form's first invalid field and scrolls it clear of the bar and the toast (WCAG 2.4.11),
 * even if it already had the focus, in which case focusing alone wouldn't scroll.
 */
export function focusFirstMistake(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>("[aria-invalid]");
  field?.focus();
  field?.scrollIntoView({ block: "nearest" });
}

/** Scrolls a refusal's message into view if it is outside. */
function showRefusal() {
  const said = document.querySelector<HTMLElement>('main [role="alert"]');
  const place = said?.getBoundingClientRect();
  const isSeen = !place || (place.top >= 0 && place.bottom <= window.innerHeight);
  if (!isSeen) said?.scrollIntoView({ block: "center" });
}

/** Returns a form's ref that focuses the first invalid field of a refusal, or shows its reason. */
export function useFirstMistake(
  answer: { errors?: object | null; message?: string | undefined } | undefined,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) focusFirstMistake(form.current);
    else if (answer?.message) showRefusal();
  }, [answer]);
  return form;
}
