import { seenOf, settingsConflictText } from "#app/domain/settings/settings-group.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** True if somebody else saved first, so that the history below has a new entry. */
export function afterConflict({ message }: FormAnswer): boolean {
  return message === settingsConflictText;
}

interface SeenFieldProps {
  settings: object;
  answer: FormAnswer | undefined;
}

/** Hidden field with the values of the form; after a conflict, with the stored ones. */
export function SeenField({ settings, answer }: SeenFieldProps) {
  const seen = answer?.values?.seen ?? seenOf(settings);
  return <input key={seen} type="hidden" name="seen" defaultValue={seen} />;
}
