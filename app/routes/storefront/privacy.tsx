import { privacy } from "#app/content/legal/privacy.ts";
import type { Route } from "./+types/privacy.ts";
import { LegalPage } from "./legal-page.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: privacy.title,
    description:
      "What we collect when you look around, order or write to us, what we use it for, who sees it, how long we keep it, and your rights.",
  });

export default function Privacy() {
  return <LegalPage text={privacy} />;
}
