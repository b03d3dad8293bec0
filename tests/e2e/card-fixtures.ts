import {
  type FakeStripeInBrowser,
  startFakeStripeInBrowser,
} from "#tests/payments/fake-card-form.ts";
import { secretKey, webhookSecret } from "#tests/payments/fake-stripe.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { ofWorker, test as withShop } from "./fixtures.ts";

/** Returns tests whose shop accepts cards through a fake provider, with these settings. */
export function withCards(ways: Record<string, "on"> = {}) {
  return withShop.extend<object, { stripe: FakeStripeInBrowser }>({
    stripe: [
      async ({ browserName: _ }, use) => {
        const stripe = await startFakeStripeInBrowser();
        await use(stripe);
        await stripe.close();
      },
      ofWorker,
    ],
    shop: [
      async ({ stripe }, use) => {
        const shop = await startShop({
          STRIPE_SECRET_KEY: secretKey,
          STRIPE_WEBHOOK_SECRET: webhookSecret,
          STRIPE_PUBLISHABLE_KEY: "pk_test_fake",
          STRIPE_API_URL: stripe.url,
        });
        const cookie = await enter(shop.url, shop.admin);
        await send(shop.url, "/admin/settings/payments", { takesCard: "on", ...ways }, { cookie });
        await use(shop);
        await shop.stop();
      },
      ofWorker,
    ],
  });
}
