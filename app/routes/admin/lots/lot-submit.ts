import { type LotAnswer, lotFailed } from "#app/features/lots/lot-form.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { textsOf } from "#app/lib/form/submitted-form.ts";

/** Sends the form of a lot; what was typed survives a lost network. */
export async function sendLot(request: Request, serverAction: () => Promise<LotAnswer>) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<LotAnswer>({
    request,
    serverAction,
    loadCheck: async () => {
      const { checkLot } = await import("#app/features/lots/lot-form.ts");
      return (fields) => checkLot(fields).refused;
    },
    unreached: { message: lotFailed, values },
  });
  return answer;
}
