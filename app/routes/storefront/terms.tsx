import { terms } from "#app/content/legal.ts";
import type { Route } from "./+types/terms.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { LegalPage } from "./legal-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Terms of Service",
    description:
      "Ordering and payment, shipping across British Columbia, returns within 24 hours of delivery, quality and changes, in plain words.",
  });

/** Text is loader data, so that it isn't bundled into scripts (docs/decisions/0003). */
export function loader() {
  return terms;
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
