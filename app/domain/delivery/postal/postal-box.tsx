import { useEffect, useState } from "react";
import { Served } from "#app/components/page/served.tsx";
import { useOnDemand, warmUp } from "#app/components/use-on-demand.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { type PostalQuestion, postalKey } from "./postal-question.ts";

const load = () => import("./postal-answer-view.tsx");

interface PostalBoxProps {
  /** True to show one line until opened. */
  isFolded?: boolean;
  className?: string;
}

/**
 * Asks for a postal code and shows the days on which we deliver there, in its line if folded. The
 * page is the same for everybody: the browser remembers the code, and there is room for the answer.
 * Without JavaScript the form leads to the page about delivery. The code that answers loads once
 * somebody types, or has typed on an earlier page.
 */
export function PostalBox({ isFolded, className }: PostalBoxProps) {
  const [asked, ask] = useState<PostalQuestion>();
  const reply = useOnDemand(load, asked !== undefined, () => asked?.form?.submit());
  useEffect(() => {
    const typed = withStorage((storage) => storage.getItem(postalKey));
    if (typed) ask({ typed });
  }, []);
  const box = (
    <div className="postal-box">
      <Served part="postal" load={load} content={{}} />
      <div role="status">{reply && asked && <reply.PostalReply asked={asked} />}</div>
    </div>
  );
  return (
    <section
      aria-label="Delivery days"
      className={className}
      onFocus={() => warmUp(load)}
      onSubmit={(event) => {
        event.preventDefault();
        ask({ form: event.target as HTMLFormElement });
      }}
    >
      {isFolded ? (
        <details className="fold postal-fold">
          <summary>Check delivery to your postal code</summary>
          {box}
        </details>
      ) : (
        box
      )}
    </section>
  );
}
