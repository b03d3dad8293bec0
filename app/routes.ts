import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The URL table (specification, section 2). */
const routes: RouteConfig = [
  layout("routes/storefront/layout.tsx", [
    index("routes/storefront/home.tsx"),
    route("shop", "routes/storefront/shop.tsx"),
    route("shop/:category", "routes/storefront/category.tsx"),
    route("shop/:category/:product", "routes/storefront/product.tsx"),
    route("search", "routes/storefront/search.tsx"),
    route("*", "routes/storefront/not-found.tsx"),
  ]),
  route("api/search", "routes/api/search.ts"),
  route("api/cart", "routes/api/cart.ts"),
];

// A living style sheet for whoever works on the pages; not part of the built shop.
if (process.env.NODE_ENV === "development") {
  routes.push(route("specimen", "routes/specimen.tsx"));
}

export default routes;
