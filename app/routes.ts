import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The URL table (specification, section 2). */
const routes: RouteConfig = [
  layout("routes/storefront/frame/layout.tsx", [
    index("routes/storefront/home.tsx"),
    route("shop", "routes/storefront/shop/shop.tsx"),
    route("shop/:category", "routes/storefront/shop/category.tsx"),
    route("shop/:category/:product", "routes/storefront/shop/product.tsx"),
    route("search", "routes/storefront/shop/search.tsx"),
    route("why-aaa", "routes/storefront/why-aaa/why-aaa.tsx"),
    route("wholesale", "routes/storefront/wholesale.tsx"),
    route("about", "routes/storefront/about.tsx"),
    route("cuts", "routes/storefront/cuts-guide/cuts.tsx"),
    route("faq", "routes/storefront/faq.tsx"),
    route("contact", "routes/storefront/contact.tsx"),
    route("privacy", "routes/storefront/privacy.tsx"),
    route("terms", "routes/storefront/terms.tsx"),
    route("login", "routes/account/login.tsx"),
    route("forgot-password", "routes/account/forgot-password.tsx"),
    route("reset-password", "routes/account/reset-password.tsx"),
    route("confirm-email", "routes/account/confirm-email.tsx"),
    route("invoices/:token", "routes/invoices/invoice.tsx"),
    route("*", "routes/storefront/not-found.tsx"),
  ]),
  route("dashboard", "routes/dashboard/frame/layout.tsx", [
    index("routes/dashboard/home.tsx"),
    route("place-order", "routes/dashboard/orders/place-order.tsx"),
    route("place-order/placed/:order", "routes/dashboard/orders/order-placed.tsx"),
    route("orders", "routes/dashboard/orders/orders.tsx"),
    route("orders/:id", "routes/dashboard/orders/order.tsx"),
    route("invoices", "routes/dashboard/invoices.tsx"),
    route("account", "routes/dashboard/account.tsx"),
    route("account/password", "routes/dashboard/password.tsx"),
    route("account/confirm-email", "routes/dashboard/confirm-email.tsx"),
    route("*", "routes/dashboard/not-found.tsx"),
  ]),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/overview/overview.tsx"),
    route("orders", "routes/admin/orders/orders.tsx"),
    route("orders/new", "routes/admin/orders/new-order.tsx"),
    route("orders/new/:customer", "routes/admin/orders/new-order-for.tsx"),
    route("orders/new/:customer/:site", "routes/admin/orders/new-order-for.tsx", {
      id: "new-order-at",
    }),
    route("orders/:id", "routes/admin/orders/order.tsx"),
    route("packing", "routes/admin/packing/packing-day.tsx"),
    route("packing/:id", "routes/admin/packing/station.tsx"),
    route("packing/:id/papers/:paper", "routes/admin/packing/paper.ts"),
    route("clients", "routes/admin/clients/clients.tsx"),
    route("inbox", "routes/admin/inbox/inbox.tsx"),
    route("inbox/messages/:id", "routes/admin/inbox/inbox-message.tsx"),
    route("inbox/inquiries/:id", "routes/admin/inbox/inbox-inquiry.tsx"),
    route("invoices", "routes/admin/invoices/invoices.tsx"),
    route("mails", "routes/admin/mails.tsx"),
    route("products", "routes/admin/products/products.tsx"),
    route("images", "routes/admin/images/images.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("exports/:list", "routes/admin/export.ts"),
    route("*", "routes/admin/not-found.ts"),
  ]),
  route("sitemap.xml", "routes/storefront/sitemap.ts"),
  route("robots.txt", "routes/storefront/robots.ts"),
  route("logout", "routes/account/logout.ts"),
  route("api/search", "routes/api/search.ts"),
  route("api/cart", "routes/api/cart.ts"),
  route("api/orders", "routes/api/orders.ts"),
  route("api/orders-for/:customer", "routes/api/orders-for.ts"),
  route("api/orders-for/:customer/:site", "routes/api/orders-for.ts", { id: "orders-for-site" }),
  route("api/packing/:order", "routes/api/packing.ts"),
  route("api/lots", "routes/api/lots.ts"),
  route("api/events", "routes/api/events.ts"),
  route("api/images", "routes/api/images.ts"),
  route("api/image-mappings", "routes/api/image-mappings.ts"),
  route("api/image-refresh", "routes/api/image-refresh.ts"),
];

// A living style guide for developers; not part of the production build.
if (process.env.NODE_ENV === "development") {
  routes.push(route("specimen", "routes/specimen.tsx"));
}

export default routes;
