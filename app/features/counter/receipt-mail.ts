import { z } from "zod";
import { email } from "#app/lib/form/form-texts.ts";

/** Where a receipt is mailed to. */
export const receiptMailForm = z.object({ to: email });
