import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

export const shop = sampleShop("https://shop.example.com");
