import { Refusal } from "#app/lib/refusal.ts";

/** Returns the refusal of a write; throws if it was accepted. */
export const refusal = (write: Promise<unknown>): Promise<Refusal> =>
  write.then(
    () => {
      throw new Error("accepted");
    },
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

/** Returns the code of the refusal, or "accepted". */
export const reasonOf = (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => "accepted",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
