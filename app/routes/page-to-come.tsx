import { useEffect, useState } from "react";
import { type Path, useLocation, useNavigation } from "react-router";
import { Skeleton } from "#app/components/page/skeleton.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";

/** What is there within this time comes without a flicker of something else. */
const patienceMs = 250;

/** Whether the way to another page, or another page of a list, takes long enough to be shown. */
export function useSlowPage(): boolean {
  const here = useLocation();
  const { location: next, state, formMethod } = useNavigation();
  // What was sent by a form comes back to it; its button says that it is busy.
  const leaves =
    state === "loading" &&
    !formMethod &&
    next &&
    placeOf(next) !== placeOf(here) &&
    !isSearch(next, here);
  const target = leaves ? next.key : null;
  const [slow, setSlow] = useState<string | null>(null);

  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => setSlow(target), patienceMs);
    return () => clearTimeout(timer);
  }, [target]);
  return target !== null && slow === target;
}

/** Another search of the same list: its field keeps the focus and what is being typed. */
function isSearch(next: Path, here: Path): boolean {
  const textOf = ({ search }: Path) => new URLSearchParams(search).get("q");
  return next.pathname === here.pathname && textOf(next) !== textOf(here);
}

/** The page without what is only said once in its query, e.g. that something was saved. */
function placeOf({ pathname, search }: Path): string {
  const query = new URLSearchParams(search);
  return [pathname, query.get("before"), query.get("after")].join(" ");
}

const rows = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The shape of most pages here: a head, its rule, and lines of a list. */
export function PageToCome() {
  return (
    <div className="pt-6">
      <Spinner className="sr-only" />
      <Skeleton className="h-9 w-52" />
      <Skeleton className="mt-6 h-[0.8125rem]" />
      <div className="mt-10 border-t border-rule">
        {rows.map((row) => (
          <div key={row} className="flex justify-between border-b border-rule py-4">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-1/5" />
          </div>
        ))}
      </div>
    </div>
  );
}
