import { useLocation, useNavigate, useNavigation } from "react-router";
import { useHydrated } from "#app/components/use-hydrated.ts";

/** URL hash of the details below the list. */
export const belowTheList = "client";

/** Returns the client requested by the current URL or the pending navigation. */
export function useWantedClient(): string | null {
  const here = useLocation();
  const { location: next } = useNavigation();
  return new URLSearchParams((next ?? here).search).get("client");
}

/** Returns the props of a link to a client's details that keeps the list's filters. */
export function useClientLink(id: string) {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const query = new URLSearchParams(search);
  query.set("client", id);
  return {
    // Without JavaScript the details are below the list, so jump there.
    to: { search: query.toString(), hash: hydrated ? "" : belowTheList },
    state: { fromList: true },
    preventScrollReset: true,
  };
}

/** Closes a client's details, keeping the list's filters. */
export function useBackToList() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  query.delete("client");
  const list = { search: query.toString() };
  function leave() {
    // Go back in history, so that closing leaves no extra entry.
    if (state?.fromList) void navigate(-1);
    else void navigate(list, { replace: true, preventScrollReset: true });
  }
  return { list, leave };
}
