import type { NamedCosts } from "#app/domain/orders/order-costs.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { ChangeSum } from "./change-sum.tsx";

/** Returns the costs after a change, or the message of a refusal. */
export async function sumOf(costs: () => Promise<NamedCosts>): Promise<ChangeSum> {
  try {
    return { costs: await costs(), problem: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [problem = error.message] = Object.values(error.answer.errors ?? {}).flat();
    return { costs: null, problem };
  }
}
