import type {
  BreadcrumbList,
  FAQPage,
  Product as ProductFacts,
  Store,
  WithContext,
} from "schema-dts";
import type { Shop } from "#app/content/company.ts";
import { categoryText, isCategory, productPath } from "#app/domain/catalogue/category.ts";
import type { Product, StockNotice } from "#app/domain/catalogue/product.ts";

// Structured data for search engines (https://schema.org). `siteUrl` is the public origin.

const context = "https://schema.org";

/** The company: name, address and opening hours. */
export function business({ siteUrl, company, hours }: Shop): WithContext<Store> {
  const { street, city, region, postalCode } = company.address;
  return {
    "@context": context,
    "@type": "Store",
    "@id": `${siteUrl}/#business`,
    name: company.name,
    description: company.blurb,
    url: `${siteUrl}/`,
    image: `${siteUrl}/images/share.jpg`,
    email: company.email,
    telephone: company.phone.href.replace("tel:", ""),
    currenciesAccepted: "CAD",
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: city,
      addressRegion: region,
      postalCode,
      addressCountry: "CA",
    },
    areaServed: { "@type": "AdministrativeArea", name: "British Columbia" },
    openingHoursSpecification: hours.times.map(({ days, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: [...days],
      opens,
      closes,
    })),
    sameAs: company.socialLinks.map(({ href }) => href),
  };
}

const pound = { "@type": "QuantitativeValue", value: 1, unitCode: "LBR" } as const;

/** A product with its offer: Canadian dollars for one pound (UN/CEFACT unit code LBR). */
export function productFacts(
  { siteUrl, company }: Pick<Shop, "siteUrl" | "company">,
  product: Product,
  stock?: StockNotice,
): WithContext<ProductFacts> {
  const { name, otherNames, description, category, slug, imageUrl, pricePerLb } = product;
  const url = siteUrl + productPath(category, slug);
  return {
    "@context": context,
    "@type": "Product",
    "@id": `${url}#product`,
    name,
    ...(otherNames && { alternateName: otherNames.split(", ") }),
    ...(description && { description }),
    ...(imageUrl && { image: new URL(imageUrl, siteUrl).href }),
    category: labelOf(category),
    sku: slug,
    brand: { "@type": "Brand", name: company.name },
    offers: {
      "@type": "Offer",
      url,
      price: pricePerLb,
      priceCurrency: "CAD",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: pricePerLb,
        priceCurrency: "CAD",
        unitCode: "LBR",
        unitText: "lb",
        // The price applies to `value`, and is compared per `valueReference`.
        referenceQuantity: { ...pound, valueReference: pound },
      },
      availability: `https://schema.org/${availabilityOf(stock)}`,
      areaServed: "CA-BC",
      seller: { "@id": `${siteUrl}/#business` },
    },
  };
}

/** A sold-out product whose next day is known can still be ordered for later days. */
function availabilityOf(stock: StockNotice | undefined) {
  if (!stock) return "InStock";
  if (!stock.isOut) return "LimitedAvailability";
  return stock.isOver ? "OutOfStock" : "BackOrder";
}

/** Home, shop, category. */
export function categoryTrail(siteUrl: string, category: string): WithContext<BreadcrumbList> {
  return trail(siteUrl, [[labelOf(category), `/shop/${category}`]]);
}

/** Home, shop, category, product. */
export function productTrail(
  siteUrl: string,
  { name, category, slug }: Product,
): WithContext<BreadcrumbList> {
  return trail(siteUrl, [
    [labelOf(category), `/shop/${category ?? "other"}`],
    [name, productPath(category, slug)],
  ]);
}

/** Questions with their answers. */
export function questions(faq: { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    "@context": context,
    "@type": "FAQPage",
    mainEntity: faq.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

function labelOf(category: string | null): string {
  return categoryText[isCategory(category) ? category : "other"].label;
}

function trail(siteUrl: string, steps: [name: string, path: string][]) {
  const all = [["Home", "/"], ["Shop", "/shop"], ...steps] as const;
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: all.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  } satisfies WithContext<BreadcrumbList>;
}
