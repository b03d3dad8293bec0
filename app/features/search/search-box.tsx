import { clsx } from "clsx/lite";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { leavePanels } from "#app/components/overlay/close-on-back.ts";
import { categoryText, isCategory, productPath } from "#app/domain/catalogue/category.ts";
import { aboutEach, type ProductHit } from "#app/domain/catalogue/product.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { maxSearchLength, searchText } from "#app/lib/search-text.ts";
import { foundInWords, moveChoice, searchMessage } from "./search-dropdown.ts";
import { useSearch } from "./search-query.ts";

/**
 * The search field and its results, an editable combobox with a list box (ARIA Authoring
 * Practices). The focus stays in the field; `aria-activedescendant` points to the active result.
 */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [choice, setChoice] = useState<number | null>(null);
  const query = searchText(text);
  const { found, isSearching } = useSearch(query);
  // Keeps the last results until the next arrive, so that the list doesn't jump while typing.
  const [last, setLast] = useState(found);
  if (!isSearching && found !== last) setLast(found);
  const { products: hits, total, correctedTo } = last;
  const message = searchMessage(query, isSearching, hits);
  const chosen = choice === null ? undefined : hits[choice];

  useEffect(() => box.current?.focus(), []);

  function goTo(address: string) {
    leavePanels(() => {
      onClose();
      void navigate(address);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Ignores keys during IME composition, e.g. for Japanese.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      goTo(productPath(chosen.category, chosen.id));
      return;
    }
    const moved = moveChoice(event.key, choice, hits.length);
    if (moved !== undefined) {
      event.preventDefault();
      setChoice(moved);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      setChoice(null);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <search> around it would be one more element.
    <form
      action="/search"
      method="get"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (query !== null) goTo(`/search?${new URLSearchParams({ q: text })}`);
      }}
      className="min-w-0 grow"
    >
      <label htmlFor={`${id}-box`} className="sr-only">
        Search for products...
      </label>
      <input
        ref={box}
        id={`${id}-box`}
        name="q"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxSearchLength}
        placeholder="Search for products..."
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
        className="w-full border-b-2 border-ink bg-transparent py-2 font-display text-xl font-semibold text-ellipsis outline-none placeholder:font-normal focus:border-oxblood md:text-heading"
      />
      {/* Reserves the height of a full list from the first letter on. */}
      <div className={clsx("mt-3", query === null ? "min-h-11" : "min-h-104")}>
        <p role="status" className="py-2 text-ink-soft">
          {message ?? foundInWords(last)}
        </p>
        {hits.length > 0 && (
          <SearchResults id={id} hits={hits} choice={choice} onChoose={onClose} />
        )}
        {total > hits.length && (
          <Link
            to={`/search?${new URLSearchParams({ q: correctedTo ?? query ?? "" })}`}
            onClick={onClose}
            className="link mt-2 inline-flex min-h-11 items-center"
          >
            {total - hits.length} more: see all {total} products
          </Link>
        )}
      </div>
    </form>
  );
}

interface SearchResultsProps {
  /** Prefix of the ids of the list and its options, referenced by the search field. */
  id: string;
  hits: readonly ProductHit[];
  choice: number | null;
  onChoose: () => void;
}

/** The results as options of a list box. Each is a link, so it can be opened in a new tab. */
export function SearchResults({ id, hits, choice, onChoose }: SearchResultsProps) {
  useEffect(() => {
    if (choice === null) return;
    document.getElementById(`${id}-${choice}`)?.scrollIntoView({ block: "nearest" });
  }, [id, choice]);

  return (
    <div id={`${id}-list`} role="listbox" aria-label="Products" className="-mx-2">
      {hits.map((hit, index) => (
        <Link
          key={hit.id}
          id={`${id}-${index}`}
          to={productPath(hit.category, hit.id)}
          role="option"
          aria-selected={index === choice}
          tabIndex={-1}
          // Keeps the focus in the search field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onChoose}
          className={clsx(
            "flex min-h-11 items-baseline justify-between gap-4 border-b border-rule px-2 py-2.5 last:border-b-0",
            index === choice ? "bg-ink text-paper" : "hover:bg-paper-deep",
          )}
        >
          <span className="min-w-0">
            <span className="block font-display font-semibold">{hit.name}</span>
            <span className="block text-sm tabular-nums opacity-90">{offerOf(hit)}</span>
          </span>
          <span className="shrink-0 text-sm opacity-90">{categoryLabel(hit.category)}</span>
        </Link>
      ))}
    </div>
  );
}

/** "about 1.25 lb each · $24.99/lb · $55.09/kg" */
function offerOf(hit: ProductHit): string {
  const cents = toCents(hit.pricePerLb);
  const price = `${formatPricePerLb(cents)} · ${formatPricePerKg(cents)}`;
  const each = aboutEach(hit);
  return each ? `${each} · ${price}` : price;
}

function categoryLabel(category: string | null): string {
  return categoryText[isCategory(category) ? category : "other"].label;
}
