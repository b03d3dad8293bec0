import { seenOf, settingsConflictText } from "#app/domain/settings/settings-group.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

/** True if somebody else saved first, so that the history below has something new. */
export function afterConflict({ message }: FormAnswer): boolean {
  return message === settingsConflictText;
}

interface SeenFieldProps {
  /** The values the form was filled with. */
  settings: object;
  answer: FormAnswer | undefined;
}

/**
 * Hidden field with the values the form was filled with; after a conflict, with the stored ones.
 */
export function SeenField({ settings, answer }: SeenFieldProps) {
  const seen = answer?.values?.seen ?? seenOf(settings);
  return <input key={seen} type="hidden" name="seen" defaultValue={seen} />;
}
