import { databaseErrorOf } from "#db/database-error.ts";

/**
 * What the database refused a statement for: the name of the broken rule, or the SQLSTATE of a
 * refusal that has none (23502: a value is missing; 22003: a number is too large), or "accepted".
 */
export async function refusalOf(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement;
  } catch (thrown) {
    const error = databaseErrorOf(thrown);
    if (!error) throw thrown;
    return error.constraint ?? error.code;
  }
  return "accepted";
}
