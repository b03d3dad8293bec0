import { Link } from "react-router";
import { Wordmark } from "#app/components/wordmark.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { CartButton } from "#app/features/cart/cart-button.tsx";
import { SearchButton } from "#app/features/search/search-button.tsx";
import { AccountLink, MobileNavigation } from "#app/routes/storefront/frame/mobile-navigation.tsx";
import { DesktopNavigation } from "./desktop-navigation.tsx";

/** The sticky bar over every public page. */
export function Masthead() {
  const company = useCompany();
  return (
    <header className="sticky top-0 z-40 border-b border-ink bg-paper print:static">
      <div className="page-width flex h-16 items-center gap-1 md:h-18 md:gap-2">
        <div className="contents print:hidden">
          <MobileNavigation />
        </div>
        <Link to="/" className="mr-auto">
          <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
        </Link>
        <div className="contents print:hidden">
          <SearchButton />
          <AccountLink className="hidden min-h-11 items-center px-3 text-[0.9375rem] font-medium hover:text-oxblood md:inline-flex" />
          <CartButton />
        </div>
      </div>
      <DesktopNavigation />
    </header>
  );
}
