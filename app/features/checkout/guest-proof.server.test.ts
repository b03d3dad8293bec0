import { expect, it } from "vitest";
import { createGuestProofs } from "./guest-proof.server.ts";

const proofs = createGuestProofs("a secret of tests");
const order = { requestId: "0b7c3c5e-6c2f-4c0e-9d0c-0f5f0c9c1b11", email: "jo@example.com" };
const noon = new Date("2026-11-23T20:00:00Z");
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

it("the code has six digits and is valid for one order and address, for 30 to 60 minutes", () => {
  const code = proofs.codeFor(order, noon);
  expect(code).toMatch(/^\d{6}$/);
  expect(proofs.isRight(code, order, noon)).toBe(true);
  expect(proofs.isRight(` ${code.slice(0, 3)} ${code.slice(3)}`, order, after(29))).toBe(true);
  expect(proofs.isRight(code, order, after(30))).toBe(true);
  expect(proofs.isRight(code, order, after(60))).toBe(false);
  expect(proofs.isRight(code, { ...order, email: "eve@example.com" }, noon)).toBe(false);
  const other = { ...order, requestId: "0b7c3c5e-6c2f-4c0e-9d0c-0f5f0c9c1b12" };
  expect(proofs.isRight(code, other, noon)).toBe(false);
  expect(createGuestProofs("another secret").isRight(code, order, noon)).toBe(false);
  for (const wrong of ["", "12345", "1234567", "code"]) {
    expect(proofs.isRight(wrong, order, noon)).toBe(false);
  }
});

it("distinguishes networks without revealing them, and treats an IPv6 /48 as one", () => {
  const one = proofs.networkOf("203.0.113.7");
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(proofs.networkOf("::ffff:203.0.113.7")).toBe(one);
  expect(proofs.networkOf("203.0.113.8")).not.toBe(one);
  expect(proofs.networkOf("2001:db8:1:2::3")).toBe(proofs.networkOf("2001:db8:1:99::1"));
  expect(proofs.networkOf("2001:db8:1:2::3")).not.toBe(proofs.networkOf("2001:db8:2:2::3"));
  expect(proofs.networkOf("")).toBe("");
});
