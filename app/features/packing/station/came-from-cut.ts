import { useLocation } from "react-router";

const cuts = "/admin/packing/cuts/";

/** What a link from weighing by cut to an order's station says, so that its Back leads there again. */
export function fromCut(path: string): { cut: string } {
  return { cut: path };
}

/** The cut that was weighed before the order was looked at; null where one came another way. */
export function useCutBefore(): string | null {
  const state: unknown = useLocation().state;
  const cut = typeof state === "object" && state && "cut" in state ? state.cut : null;
  return typeof cut === "string" && cut.startsWith(cuts) ? cut : null;
}
