import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

/** One request of an attack, with the cookies of a client and of an administrator. */
type Attack = (shop: string, cookies: Record<"client" | "admin", string>) => Promise<Response>;

const from = { "x-forwarded-for": "198.51.100.7" };

let guessers = 0;
/** Returns headers from a network that neither guessed lately nor visits. */
function fromGuesser(): Record<string, string> {
  guessers += 1;
  return { "x-forwarded-for": `172.16.${(guessers >> 8) & 255}.${guessers & 255}` };
}

/** By name, with the number of concurrent requests. */
export const attacks = {
  "60 statements at once": [
    60,
    (shop, { client }) => {
      const path = "/dashboard/invoices/statement.pdf?from=2020-01-01&to=2020-02-01";
      return fetch(shop + path, { headers: { cookie: client, ...from } });
    },
  ],
  "20 exports at once": [
    20,
    (shop, { admin }) =>
      fetch(`${shop}/admin/exports/orders.csv`, { headers: { cookie: admin, ...from } }),
  ],
  "40 searches at once": [40, (shop) => fetch(`${shop}/api/search?q=loin`, { headers: from })],
  "20 guesses at once": [
    20,
    (shop) =>
      fetch(`${shop}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { origin: shop, "content-type": "application/json", ...fromGuesser() },
        body: JSON.stringify({ email: "somebody@example.com", password: "a wild guess" }),
      }),
  ],
} satisfies Record<string, [number, Attack]>;

export type AttackName = keyof typeof attacks;

/** The worker's input. */
export interface AttackOrder {
  names: AttackName[];
  shop: string;
  cookies: Parameters<Attack>[1];
}

// As a worker: attacks until it is ended, and reports the number of answers on request.
if (parentPort) {
  // On Linux, this is the thread's own priority. A real attacker's CPU time would be another
  // machine's, so this one only gets the time that the shop and its visitor leave.
  setPriority(0, constants.priority.PRIORITY_LOW);
  const { names, shop, cookies }: AttackOrder = workerData;
  let answers = 0;
  parentPort.on("message", () => parentPort?.postMessage(answers));
  for (const name of names) {
    const [atOnce, attack]: [number, Attack] = attacks[name];
    for (let place = 0; place < atOnce; place += 1) void again(attack);
  }
  async function again(attack: Attack): Promise<never> {
    for (;;) {
      const answer = await attack(shop, cookies);
      await answer.bytes();
      answers += 1;
    }
  }
}
