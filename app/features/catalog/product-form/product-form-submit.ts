import { toast } from "#app/components/toast/toast-store.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { textsOf } from "#app/lib/form/submitted-form.ts";
import type { ProductAnswer } from "./product-form.ts";

/** Shown if there's no more specific message. */
export const saveFailed = "The product could not be saved. Please try again.";

/**
 * Submits a product form from a route's `clientAction`. Forms with fields are validated with the
 * server's schema first, and keep their values if the network fails; single-button forms show
 * failures as a toast.
 */
export async function submitProduct(
  request: Request,
  serverAction: () => Promise<ProductAnswer>,
): Promise<ProductAnswer> {
  const fields = textsOf(await request.clone().formData());
  const isFilledIn = fields.name !== undefined;
  const { status: _, ...answer } = await sendForm<ProductAnswer>({
    request,
    serverAction,
    loadCheck: async () => (isFilledIn ? (await loadProductCheck())?.refusalOf : null),
    unreached: { message: saveFailed, values: fields },
  });
  if (!isFilledIn && answer.message) {
    toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  return answer;
}

/** Loads the schema. If that fails (null), only the server validates. */
export const loadProductCheck = () => import("./product-form.ts").catch(() => null);
