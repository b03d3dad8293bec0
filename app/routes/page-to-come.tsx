import { useEffect, useState } from "react";
import { type Path, useLocation, useNavigation } from "react-router";
import { Skeleton } from "#app/components/page/skeleton.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";

/** Navigations faster than this show no loading state. */
const patienceMs = 250;

/** True if a navigation takes long enough to show a loading state. */
export function useSlowPage(): boolean {
  const here = useLocation();
  const { location: next, state, formMethod } = useNavigation();
  // Form submissions stay on the page, and their button shows that it's busy.
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

/** A search of the same list keeps its field's focus and input. */
function isSearch(next: Path, here: Path): boolean {
  const textOf = ({ search }: Path) => new URLSearchParams(search).get("q");
  return next.pathname === here.pathname && textOf(next) !== textOf(here);
}

/** Returns the page's URL without one-time query parameters, e.g. a confirmation. */
function placeOf({ pathname, search }: Path): string {
  const query = new URLSearchParams(search);
  return [pathname, query.get("before"), query.get("after")].join(" ");
}

const rows = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** A skeleton of most pages here: a header, its rule, and list rows. */
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
