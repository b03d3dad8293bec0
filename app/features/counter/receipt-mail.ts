import { z } from "zod";
import { email } from "#app/lib/form/form-texts.ts";

/** Where to mail a receipt, or the slip of the refund with this request id. */
export const receiptMailForm = z.object({ to: email, refund: z.uuid().optional() });
