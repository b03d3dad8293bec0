import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { filledWords, readDrafts } from "#app/features/words/page-words.server.ts";
import type { WordsPage } from "#app/features/words/pages.server.ts";
import { previewParameter } from "#app/features/words/preview.ts";
import { adminContext, requireAdmin } from "#app/guards/guards.server.ts";

type Drafts = Awaited<ReturnType<typeof readDrafts>>;

/** The drafts previewed by the request; null unless it passed `previewGuard`. */
const previewedDrafts = createContext<Drafts | null>(null);

/**
 * Lets administrators preview public pages with their own unsaved texts, by `?preview-words`;
 * others are redirected as from the back office. A preview is not cached anywhere, including our
 * own cache (server/edge/public-page.ts), and not indexed.
 */
export const previewGuard: MiddlewareFunction<Response> = (args, next) => {
  if (!args.url.searchParams.has(previewParameter)) return next();
  return requireAdmin(args, async () => {
    const { db } = args.context.get(requestContext);
    args.context.set(previewedDrafts, await readDrafts(db, args.context.get(adminContext)));
    const response = await next();
    response.headers.set("X-Robots-Tag", "noindex, nofollow");
    return response;
  });
};

/** Returns the notice that marks a preview, shown among the shop's notices on every page. */
export function previewNotice(context: Readonly<RouterContextProvider>): string[] {
  if (!context.get(previewedDrafts)) return [];
  return ["A preview of your texts. Until you save them, visitors see the former ones."];
}

/**
 * For loaders: returns a page's texts, as the owner has saved them or as the request previews them.
 * They are loader data, so that they aren't bundled into scripts (docs/decisions/0003).
 */
export function pageWords<Value extends object>(
  context: Readonly<RouterContextProvider>,
  page: WordsPage<Value>,
): Value {
  const { settings, shop } = context.get(requestContext);
  const draft = context.get(previewedDrafts)?.get(page.key);
  const value = (draft && page.schema.safeParse(draft.value).data) ?? settings.get(page);
  return filledWords(page, value, shop.company);
}
