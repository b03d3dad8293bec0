import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { estimateOf } from "#app/domain/drafts/cart/estimate.ts";
import { productId } from "#app/domain/drafts/cart/test-cart.ts";
import { AddToCart } from "./add-to-cart.tsx";
import { CartButton, CartDrawer } from "./cart-button.tsx";
import { CartProvider, useCart } from "./cart-context.tsx";
import { QuickAdd } from "./quick-add.tsx";

const product: ProductSummary = {
  id: productId(1),
  name: "Ribeye Steak",
  category: "prime-rib",
  pricePerLb: "24.99",
  imageUrl: null,
  slug: "ribeye-steak",
  soldBy: "lb",
  typicalPieceLb: null,
  orderStepLb: "0.01",
  overCapPct: 10,
  taxCode: "Z",
};

function render(content: React.ReactNode) {
  return renderToString(
    <MemoryRouter>
      <CartProvider>{content}</CartProvider>
    </MemoryRouter>,
  );
}

function Probe() {
  const { items, itemCount, isLoaded, isOpen } = useCart();
  return <>{JSON.stringify({ items, itemCount, isLoaded, isOpen })}</>;
}

describe("the cart rendered on the server", () => {
  it("is empty and not loaded, the same for everyone", () => {
    expect(render(<Probe />).replaceAll("&quot;", '"')).toBe(
      '{"items":[],"itemCount":0,"isLoaded":false,"isOpen":false}',
    );
  });

  it("has a button without a badge, and no drawer", () => {
    const html = render(
      <>
        <CartButton />
        <CartDrawer loadDelivery={() => Promise.reject(new Error("Not wanted"))} />
      </>,
    );
    expect(html).toContain('aria-label="Cart"');
    expect(html).not.toContain("dialog-panel");
    expect(html).not.toContain("tabular-nums");
  });

  it("offers to add at least one pound of a product", () => {
    const html = render(<AddToCart product={product} estimateOfOne="" />);
    expect(html).toContain("Add to Cart");
    expect(html).not.toContain("Added to Cart");
    expect(html).toContain('value="1"');
    expect(html).toMatch(/<button[^>]*aria-label="Decrease quantity of Ribeye Steak"[^>]*disabled/);
  });

  it("states the estimate and the maximum price of a pound and of a piece", () => {
    const addToCart = (sold: ProductSummary) =>
      render(<AddToCart product={sold} estimateOfOne={estimateOf(sold, 1)} />);
    expect(addToCart(product)).toContain(
      "Estimate $24.99. You pay for the weight we pack, at most $27.49.",
    );
    const html = addToCart({ ...product, soldBy: "piece", typicalPieceLb: "1.25" });
    expect(html).toContain("1 × about 1.25 lb");
    expect(html).toContain("Estimate $31.24. You pay for the weight we pack, at most $34.36.");
    expect(html).toContain('inputMode="numeric"');
    expect(html).not.toContain("How much do I need?");
  });

  it("states how much steak to allow per person, even without JavaScript", () => {
    const portions = { light: 6, average: 8, hearty: 12, isBoneIn: false };
    const html = render(<AddToCart product={product} estimateOfOne="" portions={portions} />);
    expect(html).toMatch(/<details[^>]*><summary[^>]*>How much do I need\?<\/summary>/);
    expect(html).toContain("Allow 8 oz of raw meat a person: 6 oz for a light appetite");
  });

  it("labels the quick-add button with its product's name", () => {
    expect(render(<QuickAdd product={product} />)).toContain(
      'aria-label="Add Ribeye Steak to cart"',
    );
  });
});

it("useCart throws outside a provider", () => {
  expect(() => renderToString(<Probe />)).toThrow("useCart must be used within a CartProvider");
});
