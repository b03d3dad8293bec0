/** Every kind of public page. */
export const publicRoutes = [
  "/",
  "/shop",
  "/shop/loin",
  "/shop/loin/striploin-steak",
  "/search?q=rib",
  "/why-aaa",
  "/about",
  "/cuts",
  "/faq",
  "/delivery",
  "/contact",
  "/wholesale",
  "/privacy",
  "/terms",
  "/login",
  "/no-such-page",
];
