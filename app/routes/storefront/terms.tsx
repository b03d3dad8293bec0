import { terms } from "#app/content/legal/terms.ts";
import type { Route } from "./+types/terms.ts";
import { LegalPage } from "./legal-page.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: terms.title,
    description:
      "Ordering and payment, shipping across British Columbia, returns within 24 hours of delivery, quality and changes, in plain words.",
  });

export default function Terms() {
  return <LegalPage text={terms} />;
}
