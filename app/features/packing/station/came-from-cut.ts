import { useLocation } from "react-router";

const cuts = "/admin/packing/cuts/";

/** Link state from the cut station to an order's station, so that Back returns there. */
export function fromCut(path: string): { cut: string } {
  return { cut: path };
}

/** Returns the cut's path if the packer came from the cut station; otherwise null. */
export function useCutBefore(): string | null {
  const state: unknown = useLocation().state;
  const cut = typeof state === "object" && state && "cut" in state ? state.cut : null;
  return typeof cut === "string" && cut.startsWith(cuts) ? cut : null;
}
