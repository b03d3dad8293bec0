import { seenOf, settingsConflictText } from "#app/domain/settings/settings-group.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** Whether somebody else was first: the history below has something new to show. */
export function afterConflict({ message }: FormAnswer): boolean {
  return message === settingsConflictText;
}

interface SeenFieldProps {
  /** What the form was filled in with. */
  settings: object;
  answer: FormAnswer | undefined;
}

/** Says with a form what it was filled in with; after a conflict, what is stored by now. */
export function SeenField({ settings, answer }: SeenFieldProps) {
  const seen = answer?.values?.seen ?? seenOf(settings);
  return <input key={seen} type="hidden" name="seen" defaultValue={seen} />;
}
