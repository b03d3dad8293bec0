import { z } from "zod";
import { email, filledName, optionalText, phoneText } from "#app/lib/form/form-texts.ts";
import type { Supplier, SupplierFacts } from "./receiving.ts";

export const supplierFailed = "The supplier could not be saved. Please try again.";

/** Accepts an empty value, or one that the schema accepts, with the schema's messages. */
const orNothing = <Output, Nothing>(schema: z.ZodType<Output>, nothing: Nothing) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      if (typed.trim() === "") return nothing;
      const { data, error } = schema.safeParse(typed);
      if (!error) return data;
      for (const { message } of error.issues) context.addIssue(message);
      return z.NEVER;
    });

export const supplierSchema = z.object({
  name: filledName("Please enter the supplier's name").prefault(""),
  contactName: optionalText(200),
  phone: orNothing(phoneText(50), ""),
  email: orNothing(email, null),
  establishment: optionalText(40),
  note: optionalText(2000),
  isActive: z
    .string()
    .optional()
    .transform((value) => value !== "no"),
}) satisfies z.ZodType<SupplierFacts>;

export function supplierValues(supplier: Supplier): Record<string, string> {
  const { name, contactName, phone, establishment, note, isActive, version } = supplier;
  return {
    name,
    contactName,
    phone,
    establishment,
    note,
    email: supplier.email ?? "",
    isActive: isActive ? "yes" : "no",
    version: String(version),
  };
}
