import { useLocation, useNavigate, useNavigation } from "react-router";
import { useHydrated } from "#app/components/use-hydrated.ts";

/** Where a client's details stand below the list, as the hash of an address has it. */
export const belowTheList = "client";

/** The client whose details the address asks for; on the way to another address that one's. */
export function useWantedClient(): string | null {
  const here = useLocation();
  const { location: next } = useNavigation();
  return new URLSearchParams((next ?? here).search).get("client");
}

/** What a link to a client's details takes; the list stays as it is filtered. */
export function useClientLink(id: string) {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const query = new URLSearchParams(search);
  query.set("client", id);
  return {
    // Without JavaScript the details stand below the list, where nobody would look.
    to: { search: query.toString(), hash: hydrated ? "" : belowTheList },
    state: { fromList: true },
    preventScrollReset: true,
  };
}

/** The way from a client's details back to the list, as it is filtered. */
export function useBackToList() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  query.delete("client");
  const list = { search: query.toString() };
  function leave() {
    // As the browser's Back, so that closing leaves nothing to go back through.
    if (state?.fromList) void navigate(-1);
    else void navigate(list, { replace: true, preventScrollReset: true });
  }
  return { list, leave };
}
