export interface NavigationLink {
  label: string;
  to: string;
  /** A submenu on wide screens; on small ones a plain link to `to`. */
  menu?: { label: string; to: string }[];
}

export const navigation: NavigationLink[] = [
  { label: "Home", to: "/" },
  { label: "Shop", to: "/shop" },
  { label: "Why AAA?", to: "/why-aaa" },
  {
    label: "Wholesale",
    to: "/wholesale",
    menu: [
      { label: "Wholesale Info", to: "/wholesale" },
      { label: "Wholesale Login", to: "/login" },
    ],
  },
  { label: "Our Story", to: "/about" },
  { label: "Cuts Guide", to: "/cuts" },
  { label: "FAQs", to: "/faq" },
  { label: "Contact", to: "/contact" },
];
