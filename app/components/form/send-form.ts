import { data, isRouteErrorResponse } from "react-router";
import { type FormAnswer, textsOf } from "#app/lib/form/submitted-form.ts";
import { dismiss, toast } from "../toast/toast-store.ts";

type Fields = Record<string, string>;

/** Arguments of a route's `clientAction`. */
export interface Sent<Answer> {
  request: Request;
  serverAction: () => Promise<Answer | undefined>;
}

interface Sending<Answer> {
  /** The message if the network or server is down; or a function returning the answer. */
  failed: string | ((values: Fields) => Answer);
  /**
   * Loads a function that returns the server's answer to an invalid form, undefined if valid. Null
   * if it can't be loaded or there is nothing to check; then only the server validates.
   */
  loadCheck?: () => Promise<((fields: Fields) => Answer | undefined) | null | undefined>;
  /** True to revalidate after a refusal, for a colleague's changes; otherwise the input stays. */
  looksAgain?: (answer: Answer) => boolean;
  /** Returns true to show refusals as a toast too. */
  toasts?: (values: Fields) => boolean;
}

let refusal: string | undefined;

/**
 * Submits a form from a route's `clientAction`, validated first with the server's schema.
 *
 * @returns the answer. Its status is an error's if the router must not revalidate, which would fail
 *   offline and replace the input with an error page
 * @throws what the router shows instead: a redirect, or a page that is gone
 */
export async function sendForm<Answer extends object>(
  { request, serverAction }: Sent<Answer>,
  { failed, loadCheck, looksAgain, toasts }: Sending<Answer>,
) {
  // The last refusal's toast would otherwise outlast its correction.
  if (refusal) dismiss(refusal);
  // A clone, as the server action sends the request itself.
  const values = textsOf(await request.clone().formData());
  let status = 400;
  let answer: Answer;
  try {
    const refused = (await loadCheck?.())?.(values);
    answer = refused ?? (await serverAction()) ?? ({} as Answer);
    if (!refused && looksAgain?.(answer)) status = 200;
  } catch (thrown) {
    // Includes the router's errors by which the server asks for a proof of identity
    // (domain/accounts/proof), or says that a page doesn't exist.
    if (
      thrown instanceof Response ||
      (isRouteErrorResponse(thrown) && (thrown.data?.proofWanted || thrown.status === 404))
    ) {
      throw thrown;
    }
    status = 503;
    answer =
      typeof failed === "string"
        ? ({ message: failed, values } as object as Answer)
        : failed(values);
  }
  const { message: description } = answer as FormAnswer;
  if (description && toasts?.(values)) {
    refusal = toast({ title: "Error", description, variant: "destructive" });
  }
  return data(answer, { status });
}
