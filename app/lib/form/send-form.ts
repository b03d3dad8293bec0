import { isRouteErrorResponse } from "react-router";
import { type FormAnswer, textsOf } from "./submitted-form.ts";

interface Sending<Answer> {
  request: Request;
  serverAction: () => Promise<Answer>;
  /**
   * Loads a function that returns the server's answer to an invalid form, undefined if valid. Null
   * if it can't be loaded or there is nothing to check; then only the server validates.
   */
  loadCheck?: () => Promise<
    ((fields: Record<string, string>) => Answer | undefined) | null | undefined
  >;
  /** The answer if the network or the server is down. */
  unreached: Answer;
}

/**
 * Submits a form from a route's `clientAction`, validated first with the server's schema.
 *
 * @returns the answer; with a `status` for the router if it was made in the browser. An error
 *   status stops the router from revalidating, which would fail offline and replace the form with
 *   an error
 * @throws the Response that redirects to another page
 */
export async function sendForm<Answer extends FormAnswer>({
  request,
  serverAction,
  loadCheck,
  unreached,
}: Sending<Answer>): Promise<Answer & { status?: number }> {
  try {
    const check = await loadCheck?.();
    // Clone it: the server action sends the request itself.
    const refused = check?.(textsOf(await request.clone().formData()));
    return refused ? { ...refused, status: 400 } : await serverAction();
  } catch (thrown) {
    // Also the router's own error, with which the server asks who sends it (features/auth/proof).
    if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.data?.proofWanted)) {
      throw thrown;
    }
    return { ...unreached, status: 503 };
  }
}
