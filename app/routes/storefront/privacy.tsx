import { privacy } from "#app/content/legal.ts";
import type { Route } from "./+types/privacy.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { LegalPage } from "./legal-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Privacy Policy",
    description:
      "What we collect when you look around, order or write to us, what we use it for, who sees it, how long we keep it, and your rights.",
  });

/** Text is loader data, so that it isn't bundled into scripts (docs/decisions/0003). */
export function loader() {
  return privacy;
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
