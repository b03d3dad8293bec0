import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { ownEntry } from "#app/lib/own-entry.ts";

const doneText = {
  withdrawn: ["Invitation withdrawn", "Its link no longer works."],
  role: ["Role changed", "It counts from their next click on."],
  removed: ["Removed from the staff", "They are signed out everywhere."],
  "signed-out": ["Signed out everywhere", "They can sign in again with their password."],
} as const;

type StaffAction = keyof typeof doneText;

export const donePath = (path: string, intent: StaffAction) =>
  `${path}?${new URLSearchParams({ done: intent })}`;

const parameters = ["done"];

export function StaffDone({ intent }: { intent: string | null }) {
  const said = ownEntry(doneText, intent) ?? null;
  if (!said) return null;
  const [title, description] = said;
  return (
    <FlashMessage
      title={title}
      description={description}
      parameters={parameters}
      className="mt-6"
    />
  );
}
