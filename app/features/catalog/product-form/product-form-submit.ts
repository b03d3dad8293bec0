import { toast } from "#app/components/toast/toast-store.ts";
import { textsOf } from "#app/lib/form-fields.ts";
import { type ProductAnswer, saveFailed } from "./product-form-answer.ts";

/**
 * Sends a form about products, for the route's `clientAction`. One that is filled in is checked by
 * the schema that the server checks it by too, and when the line is down what was typed stays; one
 * that is a mere button tells by a toast what went wrong.
 */
export async function submitProduct(
  request: Request,
  serverAction: () => Promise<ProductAnswer>,
): Promise<ProductAnswer> {
  // A copy: the server's action sends the request itself.
  const fields = textsOf(await request.clone().formData());
  const isFilledIn = fields.name !== undefined;
  const answer = await answerTo(fields, isFilledIn, serverAction);
  if (!isFilledIn && answer.message) {
    toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  return answer;
}

async function answerTo(
  fields: Record<string, string>,
  isFilledIn: boolean,
  serverAction: () => Promise<ProductAnswer>,
): Promise<ProductAnswer> {
  try {
    const check = isFilledIn ? await loadProductCheck() : null;
    return check?.refusalOf(fields) ?? (await serverAction());
  } catch (thrown) {
    // No response means that the line is down, or the server is: it can be sent again.
    if (!(thrown instanceof Response)) return { message: saveFailed, values: fields };
    throw thrown;
  }
}

/** Fetches the schema; without it, null, the server alone checks the form. */
export const loadProductCheck = () => import("./product-form-check.ts").catch(() => null);
