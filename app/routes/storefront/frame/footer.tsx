import type { ReactNode } from "react";
import { Link } from "react-router";
import { ScaleRule } from "#app/components/scale-rule.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";

const shopCategories = ["chuck", "prime-rib", "loin", "sirloin", "ground"] as const;

const information = [
  { label: "Why AAA?", to: "/why-aaa" },
  { label: "Our Story", to: "/about" },
  { label: "Cuts Guide", to: "/cuts" },
  { label: "FAQs", to: "/faq" },
  { label: "Wholesale", to: "/wholesale" },
  { label: "Contact", to: "/contact" },
];

export function Footer() {
  const company = useCompany();
  const { street, city, region, postalCode } = company.address;
  return (
    <footer className="print:hidden surface-ink mt-24">
      <ScaleRule />
      <div className="page-width grid gap-x-8 gap-y-12 pt-14 pb-10 sm:grid-cols-2 lg:grid-cols-12">
        <div className="sm:col-span-2 lg:col-span-5">
          <Wordmark shortName={company.shortName} rest={company.nameSuffix} size="plate" />
          <p className="mt-5 max-w-sm text-ink-soft">{company.blurb}</p>
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {company.socialLinks.map(({ name, href }) => (
              <li key={name}>
                <a href={href} rel="me noopener" className="link inline-block py-1.5">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <FooterColumn title="Shop">
          {shopCategories.map((category) => (
            <FooterLink key={category} to={`/shop/${category}`}>
              {categoryText[category].label}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn title="Information">
          {information.map(({ label, to }) => (
            <FooterLink key={to} to={to}>
              {label}
            </FooterLink>
          ))}
        </FooterColumn>
        <section className="lg:col-span-3">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-soft">Contact</h2>
          <address className="mt-4 space-y-3 not-italic">
            <p>
              {street}
              <br />
              {city}, {region} {postalCode}
            </p>
            <p>
              <a href={`mailto:${company.email}`} className="link inline-block py-0.5">
                {company.email}
              </a>
              <br />
              <a href={company.phone.href} className="link inline-block py-0.5">
                {company.phone.display}
              </a>
            </p>
          </address>
        </section>
      </div>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-rule py-6 text-sm text-ink-soft">
        {/* Around New Year, the server's and the browser's year may differ. */}
        <p suppressHydrationWarning>
          © {new Date().getFullYear()} {company.name}
        </p>
        <p className="flex gap-x-6">
          <Link to="/privacy" className="link inline-block py-1.5">
            Privacy Policy
          </Link>
          <Link to="/terms" className="link inline-block py-1.5">
            Terms of Service
          </Link>
        </p>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="lg:col-span-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-soft">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="inline-block py-1.5 hover:underline">
        {children}
      </Link>
    </li>
  );
}
