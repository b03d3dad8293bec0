import { terms } from "#app/content/legal/terms.ts";
import { LegalPage } from "./legal-page.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta = () =>
  pageMeta(
    terms.title,
    "Ordering and payment, shipping across British Columbia, returns within 24 hours of delivery, quality and changes, in plain words.",
  );

export default function Terms() {
  return <LegalPage text={terms} />;
}
