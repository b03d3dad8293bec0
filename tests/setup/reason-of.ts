import { isRefusal, type Refusal } from "#app/lib/refusal.ts";

async function refusalIn(asked: Promise<unknown>): Promise<Refusal | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** The refusal of what was asked for; throws if it was accepted. */
export async function refusal(asked: Promise<unknown>): Promise<Refusal> {
  const refused = await refusalIn(asked);
  if (!refused) throw new Error("accepted");
  return refused;
}

/** The code of the refusal, or "accepted". */
export async function reasonOf(asked: Promise<unknown>): Promise<string> {
  return (await refusalIn(asked))?.code ?? "accepted";
}

/** The message of the refusal, or "accepted". */
export async function saidBy(asked: Promise<unknown>): Promise<string> {
  return (await refusalIn(asked))?.message ?? "accepted";
}

/** The code and the message of the refusal, as in "gone: There is no such order.", or "accepted". */
export async function fullReasonOf(asked: Promise<unknown>): Promise<string> {
  const refused = await refusalIn(asked);
  return refused ? `${refused.code}: ${refused.message}` : "accepted";
}
