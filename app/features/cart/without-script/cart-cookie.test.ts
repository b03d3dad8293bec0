import { describe, expect, it } from "vitest";
import { maxLines } from "#app/domain/drafts/cart/cart.ts";
import { productId } from "#app/domain/drafts/cart/test-cart.ts";
import {
  type CookieLine,
  cartCookie,
  cartRequestCookie,
  readCartCookie,
  readCartRequest,
} from "./cart-cookie.ts";

const sentBack = (header: string) => header.split(";", 1)[0] ?? "";
const full = Array.from({ length: maxLines }, (_, number): CookieLine => {
  return { productId: productId(number), quantity: 10_000, pieces: 200_000 };
});

describe("the cookie", () => {
  it("returns the stored pounds and pieces from among other cookies", () => {
    const lines = [
      { productId: productId(1), quantity: 2.5 },
      { productId: "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e10", quantity: 3.75, pieces: 3 },
    ];
    const header = `a=b; ${sentBack(cartCookie(lines, false))}; last=1`;
    expect(readCartCookie(header)).toEqual({ lines, isDamaged: false });
  });

  it("lasts a month, applies to the whole site, and is Secure only on an HTTPS site", () => {
    const lines = full.slice(0, 1);
    expect(cartCookie(lines, true)).toMatch(
      /^cart=[\w-]+; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/,
    );
    expect(cartCookie(lines, false)).not.toContain("Secure");
    expect(cartCookie([], true)).toBe("cart=; Path=/; Max-Age=0; SameSite=Lax; Secure");
  });

  it("holds the largest cart in less than 4,000 characters", () => {
    const kept = sentBack(cartCookie([...full, ...full], true));
    expect(kept.length).toBeLessThan(4_000);
    expect(readCartCookie(kept)).toEqual({ lines: full, isDamaged: false });
  });
});

it("a second cookie holds the order's request id, for the checkout only", () => {
  const id = "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e10";
  const cookie = cartRequestCookie(id, true);
  expect(cookie).toMatch(/; Max-Age=2592000; Path=\/checkout; HttpOnly; Secure; SameSite=Lax$/);
  expect(readCartRequest(`cart=x; ${sentBack(cookie)}; a=b`)).toBe(id);
  expect(cartRequestCookie(null, false)).toMatch(/^cart-request=; Max-Age=0; Path=\/checkout;/);
  for (const header of [null, "", "cart-request=", "cart-request=1", `xcart-request=${id}`]) {
    expect(readCartRequest(header), `${header}`).toBeNull();
  }
});

describe("a missing or invalid cookie", () => {
  const [good = ""] = [sentBack(cartCookie(full.slice(0, 1), false)).slice("cart=".length)];

  it.each([null, "", "cart=", "other=1", "xcart=1"])("%j is an empty cart", (header) => {
    expect(readCartCookie(header)).toEqual({ lines: [], isDamaged: false });
  });

  it.each([
    ["junk", "<script>alert(1)</script>"],
    ["a made-up id", "AAAAAAAAAAAAAAAAAAAAAA100"],
    ["nothing of a product", good.replace(/\d+p\d+$/, "0")],
    ["more than an order may have", good.replace(/\d+p\d+$/, "1000001")],
    ["no pieces", good.replace(/p\d+$/, "p0")],
    ["a negative amount", good.replace(/\d+p\d+$/, "-100")],
    ["far too much", "x".repeat(9_000)],
  ])("with %s is read as an empty cart and reported as damaged", (_, value) => {
    expect(readCartCookie(`cart=${value}`)).toEqual({ lines: [], isDamaged: true });
  });

  it("skips unreadable and repeated lines, and keeps the rest", () => {
    const { lines, isDamaged } = readCartCookie(`cart=${good}.junk.${good}`);
    expect(lines).toEqual(full.slice(0, 1));
    expect(isDamaged).toBe(true);
  });

  it("has no more lines than a cart", () => {
    const many = Array.from({ length: 150 }, (_, number) => productId(number));
    const value = many
      .map((id) => `${Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")}1`)
      .join(".");
    const { lines, isDamaged } = readCartCookie(`cart=${value.slice(0, 4_000)}`);
    expect(lines).toHaveLength(maxLines);
    expect(isDamaged).toBe(true);
  });
});
