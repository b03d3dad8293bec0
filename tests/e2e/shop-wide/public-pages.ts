interface PublicPage {
  path: string;
  /** 200 unless said otherwise. */
  status?: number;
}

/**
 * Of every route of the shop an address or two, and one of every face that it can show. The pages
 * that are words alone stand in words.spec.ts.
 */
export const publicPages: PublicPage[] = [
  { path: "/" },
  { path: "/shop" },
  { path: "/shop?category=loin" },
  { path: "/shop/loin" },
  { path: "/shop/ground" },
  { path: "/shop/loin/striploin-steak" },
  { path: "/search" },
  { path: "/search?q=steak" },
  { path: "/search?q=unicorn" },
  { path: "/login" },
  { path: "/login?create" },
  { path: "/forgot-password" },
  { path: "/reset-password", status: 410 },
  { path: "/confirm-email", status: 410 },
  { path: "/shop/unicorn", status: 404 },
  { path: "/shop/loin/unicorn", status: 404 },
  { path: "/unicorn", status: 404 },
];
