import { controlClass, Field } from "#app/components/form/field.tsx";
import { notForToday } from "../run.ts";

// Fields that the forms of a stop share.

interface EarlyFieldProps {
  /** The run's day. */
  date: string;
  today: string;
  error: string | undefined;
}

/** Asked where a run of another day is reported: whether what is reported happened today. */
export function EarlyField({ date, today, error }: EarlyFieldProps) {
  return (
    <Field label={`This run is ${notForToday(date, today)}`} error={error} className="mt-5">
      {(control) => (
        <label htmlFor={control.id} className="flex min-h-11 items-center gap-3">
          <input {...control} type="checkbox" name="early" value="yes" className="size-6" />
          It happened today
        </label>
      )}
    </Field>
  );
}

/** A photo from the phone's camera. */
export function TakePhoto({ label }: { label: string }) {
  return (
    <Field label={label} className="mt-5" optional>
      {(control) => (
        <input
          {...control}
          type="file"
          name="photo"
          accept="image/*"
          capture="environment"
          className={controlClass}
        />
      )}
    </Field>
  );
}
