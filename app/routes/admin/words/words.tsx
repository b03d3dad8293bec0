import { Link } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { changedNames, typedFrom } from "#app/features/words/fields.ts";
import { allWordsPages, fieldsOf } from "#app/features/words/pages.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { wordsPath } from "../navigation.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/words.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Words");

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(requestContext);
  const pages = allWordsPages.map((page) => {
    const fields = fieldsOf(page);
    const typed = typedFrom(fields, settings.get(page));
    const { label, path, defaults } = page;
    return { label, path, changed: changedNames(fields, defaults, typed).length };
  });
  return { pages };
}

export default function Words({ loaderData: { pages } }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Words"
      lede="What the public pages say. Names of cuts, temperatures and what Health Canada publishes are not here: they are facts."
    >
      <ul className="border-t border-ink">
        {pages.map(({ label, path, changed }) => (
          <li key={path} className="border-b border-rule">
            <Link
              to={wordsPath(path)}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 py-2 hover:text-oxblood"
            >
              <span className="font-semibold">{label}</span>
              <span className="text-sm text-ink-soft">
                {changed === 0
                  ? "Original"
                  : `${changed} ${changed === 1 ? "part" : "parts"} in your words`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SettingsFrame>
  );
}
