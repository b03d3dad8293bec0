import { data } from "react-router";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { NotFoundMessage } from "../error-page.tsx";
import { unlistedMeta } from "./frame/page-meta.ts";
import { CategoryLinks } from "./shop/category-links.tsx";

export const meta = (args: MetaPlace) =>
  unlistedMeta(args, "Page not found", "There is nothing at this address.");

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <div className="page-width">
      <NotFoundMessage />
      <CategoryLinks title="Looking for a cut?" />
    </div>
  );
}
