/** Every public page, one of each kind. */
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
  "/contact",
  "/wholesale",
  "/privacy",
  "/terms",
  "/login",
  "/no-such-page",
];
