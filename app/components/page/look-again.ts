import { useCallback } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useRevalidator,
} from "react-router";

/** The address whose next loading nobody has asked for; null if somebody has. */
let address: string | null = null;

/**
 * Looks at the page again without being asked: others have changed something, or time has passed. If
 * nothing can be read, the page stays as it is, with what is being typed there. For pages below a
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
 * Of a layout: what `useLookAgain` could not read, because the line is cut or the database away, stays
 * as it was. The router would put an error in the page's place, and whoever is typing there did not
 * ask for anything. It keeps the data of routes that are left out of the answer.
 */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const isUnasked = address === addressOf(new URL(request.url));
  // What is loaded after it was asked for.
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
