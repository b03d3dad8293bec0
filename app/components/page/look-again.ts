import { useCallback } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useRevalidator,
} from "react-router";

/** URL that a background revalidation will load next; null once any load has begun. */
let address: string | null = null;

/**
 * Returns a function that revalidates the page in the background, e.g. after others changed
 * something. If loading fails, the page stays as it is, with its unsaved input. For pages below a
 * layout with `keepPage`.
 */
export function useLookAgain(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(async () => {
    address = addressOf(window.location);
    await revalidate();
  }, [revalidate]);
}

/**
 * Layout middleware: if a background revalidation by `useLookAgain` fails, because the connection
 * or the database is down, the page keeps its data. The router itself would show an error that the
 * user didn't ask for. It keeps the data of routes that are missing from the result.
 */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const isUnasked = address === addressOf(new URL(request.url));
  // Later loads were requested by the user.
  address = null;
  const results = await next();
  if (!isUnasked || !Object.values(results).some(isUnreached)) return results;
  return Object.fromEntries(Object.entries(results).filter(([, { type }]) => type === "data"));
};

function isUnreached({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  return isRouteErrorResponse(result) ? result.status === 503 : result instanceof TypeError;
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
