import { sampleShop } from "#tests/setup/sample-shop.ts";

/** The shop of an owner who has set nothing. */
export const shop = sampleShop("https://shop.example.com");
