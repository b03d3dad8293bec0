import { TransactionRollbackError } from "drizzle-orm";
import { secondFactorCounts, triedFactorCounts } from "#app/domain/limits/rate-limits.ts";
import { giveBackAll } from "#app/domain/limits/rate-rule.ts";
import type { AccountServices } from "../account-services.server.ts";
import { type Entrance, openProven } from "../credentials/sign-in.server.ts";
import { knownDevice } from "../session/known-device.server.ts";
import { challengeOf, forgetChallenge, takeChallenge } from "./challenge.server.ts";
import { tellOwner } from "./factor-changes.server.ts";
import type { SentProof } from "./second-factor.ts";
import { acceptProof } from "./second-factors.server.ts";

/**
 * Signs in somebody who entered the password and now proves a second factor. Returns the entrance,
 * the seconds until the next attempt if there were too many, or what was wrong.
 */
export async function passChallenge(
  services: AccountServices,
  request: Request,
  proof: SentProof,
): Promise<Entrance | number | "no challenge" | "wrong"> {
  const { db, auth, limits, clientAddress } = services;
  const challenge = await challengeOf(services, request.headers);
  if (!challenge) return "no challenge";
  const { userId, email } = challenge;
  const device = await knownDevice(auth, request.headers, email);
  const counts = secondFactorCounts(clientAddress, userId, device);
  const wait = await limits.takeAll(counts);
  if (wait !== null) {
    if ((await limits.takeAll(triedFactorCounts(userId))) === null) {
      await db.transaction((tx) => tellOwner(tx, userId, "too many wrong codes", services));
    }
    return wait;
  }
  // Code and challenge are used up together: only one of two concurrent requests signs in.
  const outcome = await db
    .transaction(async (tx) => {
      if (!(await acceptProof(tx, services, userId, proof))) return "wrong";
      return (await takeChallenge(tx, challenge)) ? "right" : tx.rollback();
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return "no challenge" as const;
      throw error;
    });
  if (outcome !== "right") return outcome;
  await giveBackAll(limits, counts);
  const entrance = await openProven(services, request, userId);
  entrance.headers.append("Set-Cookie", await forgetChallenge(auth));
  return entrance;
}
