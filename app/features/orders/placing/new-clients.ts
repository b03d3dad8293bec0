/** A detail an account must provide before it can order. */
export type MissingDetail = "phone" | "address" | "confirmation";

/** Instructions for the customer, in one or two sentences. */
export function missingInWords(missing: readonly MissingDetail[]): string {
  const details = missing.filter((detail) => detail !== "confirmation");
  const wanted = details.map((detail) =>
    detail === "phone" ? "a phone number" : "a delivery address",
  );
  return [
    wanted.length > 0 &&
      `Please add ${wanted.join(" and ")} to your account before your first order.`,
    missing.includes("confirmation") &&
      "Please confirm your e-mail address with the link we sent you.",
  ]
    .filter(Boolean)
    .join(" ");
}
