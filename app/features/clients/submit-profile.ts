import { toast } from "#app/components/toast/toast-store.ts";
import { authStore } from "#app/features/auth/session/auth-browser.ts";
import { textsOf } from "#app/lib/form-fields.ts";
import { type ProfileAnswer, updateFailed } from "./profile-answer.ts";

/**
 * Sends the account's form, for the route's `clientAction`: checked by the schema that the server
 * checks it by too, which is fetched when it is sent. What goes wrong is also said by a toast, and
 * what was typed stays.
 */
export async function submitProfile(
  request: Request,
  serverAction: () => Promise<ProfileAnswer>,
): Promise<ProfileAnswer> {
  const answer = await answerTo(request, serverAction);
  if (answer.message) {
    toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  return answer;
}

async function answerTo(
  request: Request,
  serverAction: () => Promise<ProfileAnswer>,
): Promise<ProfileAnswer> {
  try {
    const { refusalOf } = await import("./check-in-browser.ts");
    // A copy: the server's action sends the request itself.
    const refused = refusalOf(textsOf(await request.clone().formData()));
    return refused ?? (await serverAction());
  } catch (thrown) {
    // No response means that the line is down, or the server is: it can be sent again.
    if (!(thrown instanceof Response)) return { message: updateFailed };
    // It went well and leads on. Other tabs are told of the new name.
    void authStore.refresh();
    throw thrown;
  }
}
