import { sampleShop } from "#tests/setup/sample-shop.ts";

/** A shop with default settings. */
export const shop = sampleShop("https://shop.example.com");
