import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRateLimits } from "#app/domain/limits/rate-limits.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { adminEmail, shop, siteUrl, takeMails, testAuth } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { makeChallenge } from "./challenge.server.ts";
import { passChallenge } from "./pass-challenge.server.ts";
import { renewRecoveryCodes } from "./recovery-codes.server.ts";
import { readSecondFactors } from "./second-factors.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("uses up one recovery code if two concurrent requests send different ones", async () => {
  const { db } = database;
  const auth = testAuth(db);
  const limits = createRateLimits(db, "a secret");
  const log = pino({ level: "silent" });
  const services = { db, auth, limits, shop, adminEmail, clientAddress: "", log };
  const { user } = await insertClient(db);
  const codes = await db.transaction((tx) => renewRecoveryCodes(tx, user.id));
  const [cookie = ""] = (await makeChallenge(auth, db, user.id)).split(";");
  await takeMails(db);

  const outcomes = await Promise.all(
    codes
      .slice(0, 2)
      .map((code) =>
        passChallenge(services, new Request(siteUrl, { headers: { cookie } }), { code }),
      ),
  );
  expect(outcomes).toContain("no challenge");
  expect(outcomes).toContainEqual(expect.objectContaining({ isHalf: false }));
  expect(await readSecondFactors(db, user.id)).toMatchObject({ codesLeft: 9 });
  expect(await takeMails(db)).toHaveLength(1);
});
