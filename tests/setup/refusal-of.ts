import { databaseErrorOf } from "#db/database-error.ts";

/**
 * Returns why the database refused a statement: the constraint's name, or the SQLSTATE of an error
 * without one (23502: a value is missing; 22003: a number is too large), or "accepted".
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
