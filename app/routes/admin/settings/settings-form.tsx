import { data } from "react-router";
import { seenOf } from "#app/features/settings/settings-group.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, textsOf } from "#app/lib/form/submitted-form.ts";

/** Said to the later of two people who save the same settings. */
export const settingsConflict =
  "Somebody else has saved these settings since you opened them. What you typed is still here. Compare it with the history below and save again, if it is to replace theirs.";

interface Sending<Answer extends FormAnswer> {
  request: Request;
  serverAction: () => Promise<Answer>;
  /** Said if the network or the server is down. */
  failed: string;
  /** What the server would refuse, in the browser; undefined for nothing. */
  check?: (fields: Record<string, string>) => Answer | undefined;
}

/** Sends a settings form from a `clientAction`; what was typed survives a lost network. */
export async function sendSettings<Answer extends FormAnswer>({
  request,
  serverAction,
  failed,
  check,
}: Sending<Answer>) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    loadCheck: async () => check,
    unreached: { message: failed, values },
  });
  // The error status stops the router from revalidating, which would fail offline and replace the
  // input with an error page. After a conflict the history has something new to show.
  return data(answer as Answer, { status: answer.message === settingsConflict ? 200 : 400 });
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
