import { type ComponentType, createContext, use, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useOnDemand } from "../use-on-demand.ts";
import { followedLink } from "./page-change.tsx";

/** Each `Served` part's component, by name; provided on the server only, so in no client bundle. */
// biome-ignore lint/suspicious/noExplicitAny: each part has props of its own.
export const ServedParts = createContext<Record<string, ComponentType<any>>>({});

interface ServedProps<Content extends object> {
  part: string;
  /** If the content varies, give each its own id and use it as `key`. */
  id?: string;
  /** Loads the part if the page's HTML didn't include it. */
  load: () => Promise<{ Part: ComponentType<Content> }>;
  content: Content;
}

/** The HTML of each part in the initial page. */
const cameWith = new Map<string, string>();

/**
 * A static part of the page: the browser keeps the server-rendered HTML, and neither downloads nor
 * hydrates its code. Its links navigate on the client. If the initial page didn't include the part,
 * it is loaded.
 */
export function Served<Content extends object>({
  part,
  id = part,
  load,
  content,
}: ServedProps<Content>) {
  const ServedPart = use(ServedParts)[part];
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [html] = useState(() => (typeof document === "undefined" ? undefined : htmlOf(id)));
  const Part = useOnDemand(load, html === undefined, () => {})?.Part ?? ServedPart;
  useEffect(() => followLinks(element.current, (address) => void navigate(address)), [navigate]);

  if (html === undefined) {
    return (
      <div ref={element} id={id}>
        {Part && <Part {...content} />}
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

/** Navigates on the client for links in static HTML; React's have already prevented the default. */
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
