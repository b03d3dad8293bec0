import { test as clientAreaTest, expect, type Page, signIn } from "./client-area.ts";

/** Tests of the back office, signed in as the administrator, with access to the shop's tables. */
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
