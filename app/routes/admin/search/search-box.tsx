import { clsx } from "clsx/lite";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import { TextField } from "#app/components/form/field.tsx";
import { leavePanels } from "#app/components/overlay/close-on-back.ts";
import { moveChoice } from "#app/features/search/search-dropdown.ts";
import { maxSearchLength, searchText } from "#app/lib/search-text.ts";
import {
  type Hit,
  type HitsAnswer,
  hitKinds,
  hitsInWords,
  officeSearchPath,
  type SearchesAs,
} from "./hits.ts";
import { pageHits } from "./page-hits.ts";

/** In milliseconds; shorter than in the shop, since staff know what they type. */
const typingPauseMs = 150;

const nothing: HitsAnswer = { hits: [], failed: [], cut: [] };

/**
 * The back office's search: an editable combobox with a list box, per the ARIA Authoring Practices.
 * The focus stays in the field. Pages and actions are found at once, everything else by the server.
 */
export function OfficeSearchBox({ onClose, ...who }: SearchesAs & { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [choice, setChoice] = useState<number | null>(null);
  const { found, isSearching } = useHits(searchText(text));
  const pages = pageHits(who, text);
  const hits = [...found.hits, ...pages];
  const chosen = choice === null ? undefined : hits[choice];

  function goTo(address: string) {
    leavePanels(() => {
      onClose();
      void navigate(address);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const moved = moveChoice(event.key, choice, hits.length);
    if (moved !== undefined) {
      event.preventDefault();
      setChoice(moved);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") setChoice(null);
  }

  return (
    <form
      action={officeSearchPath}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        // While searching, the first result may belong to the previous text.
        const first = isSearching ? undefined : hits[0];
        const wanted = chosen ?? (searchText(text) === null ? undefined : first);
        if (wanted) goTo(wanted.to);
      }}
    >
      <TextField
        label="Search by number, name or code"
        name="q"
        type="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxSearchLength}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${choice}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChoice(null);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-3 min-h-5 text-sm text-ink-soft">
        {isSearching
          ? "Searching…"
          : hits.length === 0
            ? "Nothing found. Try an order number, a client's name or a lot's code."
            : hitsInWords({ ...found, hits })}
      </p>
      {found.failed.length > 0 && (
        <p className="mt-3 text-sm text-cancelled">
          {found.failed.join(", ")} could not be searched. Please try again.
        </p>
      )}
      {/* Fixed height, so that results don't move while typing. */}
      <div
        {...keyboardScrollable}
        className="relative mt-2 h-[min(24rem,45dvh)] overflow-y-auto overscroll-contain border-t border-rule focus-visible:-outline-offset-2"
      >
        <HitList id={id} hits={hits} choice={choice} onChoose={onClose} />
      </div>
    </form>
  );
}

// Scrollable regions must be focusable for keyboard scrolling.
const keyboardScrollable = { tabIndex: 0 };

interface HitListProps {
  id: string;
  hits: Hit[];
  choice: number | null;
  onChoose: () => void;
}

function HitList({ id, hits, choice, onChoose }: HitListProps) {
  useEffect(() => {
    if (choice !== null) {
      document.getElementById(`${id}-${choice}`)?.scrollIntoView({ block: "nearest" });
    }
  }, [id, choice]);
  const ofKind = Map.groupBy(
    hits.map((hit, place) => ({ hit, place })),
    ({ hit }) => hit.kind,
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results">
      {[...ofKind].map(([kind, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
        <div key={kind} role="group" aria-label={hitKinds[kind]} className="mt-3">
          <p aria-hidden="true" className="text-sm font-semibold text-ink-soft">
            {hitKinds[kind]}
          </p>
          {own.map(({ hit, place }) => (
            <Link
              key={`${hit.to} ${hit.title}`}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === choice}
              tabIndex={-1}
              to={hit.to}
              onClick={onChoose}
              className={clsx(
                "-mx-3 flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1.5 hover:bg-paper-deep",
                place === choice && "bg-paper-deep",
              )}
            >
              <HitText {...hit} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A result's title and detail. */
export function HitText({ title, detail }: Pick<Hit, "title" | "detail">) {
  return (
    <>
      <span className="font-semibold break-words tabular-nums">{title}</span>{" "}
      <span className="min-w-0 text-sm break-words text-ink-soft">{detail}</span>
    </>
  );
}

function useHits(query: string | null): { found: HitsAnswer; isSearching: boolean } {
  const [answer, setAnswer] = useState<{ query: string; found: HitsAnswer } | null>(null);
  useEffect(() => {
    if (query === null) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      fetchHits(query, leaving.signal).then(
        (found) => setAnswer({ query, found }),
        () => {
          if (!leaving.signal.aborted)
            setAnswer({ query, found: { hits: [], failed: ["Orders and clients"], cut: [] } });
        },
      );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [query]);
  if (query === null) return { found: nothing, isSearching: false };
  // Keep the previous hits until the next ones arrive, so that the list doesn't flicker.
  return { found: answer?.found ?? nothing, isSearching: answer?.query !== query };
}

async function fetchHits(query: string, signal: AbortSignal): Promise<HitsAnswer> {
  const address = `/api/office-search?${new URLSearchParams({ q: query })}`;
  const response = await fetch(address, { headers: { Accept: "application/json" }, signal });
  if (!response.headers.get("content-type")?.includes("json")) {
    throw new Error(`The search answered ${response.status}`);
  }
  return response.json();
}
