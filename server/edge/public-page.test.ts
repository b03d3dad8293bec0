import { describe, expect, it } from "vitest";
import { keptAddress } from "./public-page.ts";

describe("keptAddress", () => {
  it.each([
    "/",
    "/shop",
    "/shop/loin",
    "/shop/loin/striploin-steak",
    "/shop/loin/0b4e1f8c-6f0e-4f4e-9a39-111111111111",
    "/shop?category=loin",
    "/cuts?tab=primeRib",
    "/faq",
    "/delivery",
    "/shop/loin.data",
    "/_.data",
    "/shop.data?category=loin",
    "/shop?page=2",
    "/shop?category=loin&page=12",
    "/shop/loin?page=2",
    "/shop/loin.data?page=2",
    "/shop?show=steaks",
    "/shop?category=loin&show=steaks&use=grill&sort=price&page=2",
    "/shop/loin?use=grill&sort=best",
    "/shop/loin.data?sort=price",
  ])("keeps %s under its own address", (url) => {
    expect(keptAddress(url)).toBe(url);
  });

  it.each([
    ["/?utm_source=mail&utm_medium=x", "/"],
    ["/shop/loin?fbclid=abc", "/shop/loin"],
    ["/shop?gclid=1&category=loin", "/shop?category=loin"],
    ["/cuts?tab=loin", "/cuts"],
    ["/shop?", "/shop"],
    ["/shop?page=2&category=loin", "/shop?category=loin&page=2"],
    ["/shop?sort=price&utm_source=x&use=grill&show=ribs", "/shop?show=ribs&use=grill&sort=price"],
    ["/shop/loin.data?_routes=root", "/shop/loin.data"],
    ["/shop.data?category=loin&_routes=a%2Cb", "/shop.data?category=loin"],
  ])("keeps %s as %s", (url, address) => {
    expect(keptAddress(url)).toBe(address);
  });

  it.each([
    "/login",
    "/login.data",
    "/dashboard",
    "/admin/orders",
    "/admin.data",
    "/search?q=rib",
    "/invoices/abc",
    "/api/cart",
    "/contact?sent",
    "/delivery?postal=V3G1A2",
    "/api/delivery",
    "/shop?category=unicorn",
    "/shop?category=loin&category=chuck",
    "/shop?x=1",
    "/shop?page=1",
    "/shop?show=unicorn",
    "/shop?sort=name",
    "/shop?sort=toString",
    "/shop?show=ribs&show=steaks",
    "/shop?show=grill",
    "/shop?use=steaks",
    "/shop/loin?category=loin",
    "/faq?use=grill",
    "/shop/loin/striploin-steak?sort=price",
    "/shop?page=02",
    "/shop?page=99999",
    "/shop?page=2&page=3",
    "/shop/loin/striploin-steak?page=2",
    "/about?page=2",
    "/_root.data",
    "/shop/_.data",
    "/shop/loin?_routes=root",
    "/shop/loin/a/b",
    "/shop/Loin",
    "/shop/%6Coin",
    "/shop/",
    "//evil.example",
    "/shop/../admin",
    "/cuts?tab=constructor",
    "http://localhost/shop",
    "*",
    "",
  ])("does not cache %s", (url) => {
    expect(keptAddress(url)).toBeNull();
  });
});
