import { Link } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/settings.ts";
import { settingsPages } from "./settings-pages.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Settings");

export default function Settings() {
  return (
    <>
      <PageHeader title="Settings" />
      <ul className="mt-8 grid max-w-5xl gap-x-10 border-b border-ink md:grid-cols-2">
        {settingsPages.map(({ to, title, text }) => (
          <li key={to} className="border-t border-ink py-4">
            <Link to={to} className="link text-title font-semibold">
              {title}
            </Link>
            <p className="mt-1 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
