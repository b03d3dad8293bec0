import { type ComponentType, createContext, use, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useOnDemand } from "../use-on-demand.ts";
import { followedLink } from "./followed-link.ts";

/**
 * What stands in each `Served` part, by its id. Only the server has it, while it renders the page
 * (app/entry.server.tsx), so that no script for browsers contains it.
 */
export const ServedParts = createContext<Record<string, ComponentType>>({});

interface ServedProps {
  /** Of the part, and of the element around it. */
  id: string;
  /** Fetches the part for a page that came without its HTML. */
  load: () => Promise<{ Part: ComponentType }>;
}

/** The HTML of each part that a page came with. */
const cameWith = new Map<string, string>();

/**
 * A part of the page that never changes: the browser keeps the HTML that the server sent, and neither
 * downloads nor hydrates what made it. Its links lead on without a page load, like all others. Where
 * the browser came in by a page without the part, it is fetched.
 */
export function Served({ id, load }: ServedProps) {
  const ServedPart = use(ServedParts)[id];
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [html] = useState(() => (typeof document === "undefined" ? undefined : htmlOf(id)));
  const Part = useOnDemand(load, html === undefined, () => {})?.Part ?? ServedPart;
  useEffect(() => followLinks(element.current, (address) => void navigate(address)), [navigate]);

  if (html === undefined) {
    return (
      <div ref={element} id={id}>
        {Part && <Part />}
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as the server rendered it.
  return <div ref={element} id={id} dangerouslySetInnerHTML={{ __html: html }} />;
}

function htmlOf(id: string): string | undefined {
  const html = cameWith.get(id) ?? document.getElementById(id)?.innerHTML;
  if (html !== undefined) cameWith.set(id, html);
  return html;
}

/** Links that React made have done so before, and say that they have. */
function followLinks(part: HTMLElement | null, goTo: (address: string) => void) {
  const listening = new AbortController();
  const follow = (event: MouseEvent) => {
    const link = followedLink(event);
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    goTo(link.pathname + link.search + link.hash);
  };
  part?.addEventListener("click", follow, { signal: listening.signal });
  return () => listening.abort();
}
