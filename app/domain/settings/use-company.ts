import { createContext, use } from "react";
import { useRouteLoaderData } from "react-router";
import type { Company } from "#app/content/company.ts";

/** Used on error pages whose data could not be loaded. */
export const nobody: Company = {
  name: "",
  shortName: "",
  nameSuffix: "",
  tagline: "",
  blurb: "",
  address: { street: "", city: "", region: "", postalCode: "", country: "" },
  email: "",
  phone: { display: "", href: "" },
  socialLinks: [],
  logo: null,
};

export const CompanyContext = createContext(nobody);

/** Returns the company, for components. Its texts are empty on error pages without loaded data. */
export function useCompany(): Company {
  return use(CompanyContext);
}

/** Returns today's notices to visitors, one per line; from the root loader. */
export function useNotices(): string[] {
  const facts = useRouteLoaderData("root") as { notices: string[] } | undefined;
  return facts?.notices ?? [];
}

export interface MetaPlace {
  matches: readonly ({ loaderData?: unknown } | undefined)[];
}

/** Returns the company, for `meta` functions; see `useCompany`. */
export function companyOf({ matches }: MetaPlace): Company {
  const facts = matches[0]?.loaderData as { company: Company } | undefined;
  return facts?.company ?? nobody;
}
