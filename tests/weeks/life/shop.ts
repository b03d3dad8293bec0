import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

/** A shop with default settings. */
export const shop = sampleShop("https://shop.example.com");
