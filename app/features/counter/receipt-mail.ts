import { z } from "zod";
import { email } from "#app/lib/form/form-texts.ts";

/** Form for the address to mail a receipt to. */
export const receiptMailForm = z.object({ to: email });
