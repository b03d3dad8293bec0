import { test as clientAreaTest, expect, type Page, signIn } from "./client-area.ts";

/**
 * Tests of the back office: `page` is signed in as the shop's administrator; the shop's tables are
 * available as `shop.db`.
 */
export const test = clientAreaTest.extend<{ signedIn: undefined }>({
  signedIn: [
    async ({ context, shop }, use) => {
      await signIn(context.request, shop.url, shop.admin);
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect, type Page };
