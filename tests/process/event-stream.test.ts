import { expect, test } from "vitest";
import { openShop, usedShop } from "./own-shop.ts";
import { signedIn } from "./visit.ts";

test("open event streams do not delay a stop, and end as complete answers", async () => {
  const shop = await openShop(await usedShop());
  const cookie = await signedIn(shop.url, shop.admin);
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${shop.url}/api/events`, { headers: { cookie } })),
  );
  for (const { status } of streams) expect(status).toBe(200);

  await shop.stop("SIGTERM");
  // Not cut off, which would reject and be logged.
  for (const stream of streams) expect(await stream.text()).toContain("event: heartbeat");
  expect(await shop.ended).toBe(0);
  expect(shop.stderr()).toBe("");
  expect(shop.log().filter(({ level }) => level > 30)).toEqual([]);
});
