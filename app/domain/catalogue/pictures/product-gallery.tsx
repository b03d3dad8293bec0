import { clsx } from "clsx/lite";
import { type MouseEvent, useRef, useState } from "react";
import { ProductImage } from "./product-image.tsx";
import { ProductThumbnail } from "./product-thumbnail.tsx";

interface ProductGalleryProps {
  /** The main image first; empty if the product has none. */
  urls: readonly string[];
  name: string;
  /** The owner's alt texts by URL; the others have the product's name. */
  alts?: Readonly<Record<string, string>>;
}

// Safari scrolls a region by keyboard only if the region itself can take focus.
const keyboardScrollable = { tabIndex: 0 };

/** A product's images in a scrolling row; its thumbnail links work without JavaScript. */
export function ProductGallery({ urls, name, alts = {} }: ProductGalleryProps) {
  const row = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const [first = null, ...others] = urls;
  if (others.length === 0) {
    const alt = alts[first ?? ""] ?? name;
    return <ProductImage src={first} name={alt} place="product" priority />;
  }

  function notePlace({ scrollLeft, clientWidth }: HTMLElement) {
    setShown(Math.round(scrollLeft / clientWidth));
  }

  /** Avoids the page jump and the history entry that following the link would cause. */
  function show(event: MouseEvent, index: number) {
    event.preventDefault();
    row.current?.scrollTo({ left: index * row.current.clientWidth });
  }

  return (
    <div>
      <section
        ref={row}
        aria-label={`Images of ${name}`}
        {...keyboardScrollable}
        onScroll={(event) => notePlace(event.currentTarget)}
        className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto focus-visible:-outline-offset-2 motion-safe:scroll-smooth"
      >
        {urls.map((url, index) => (
          <div key={url} id={imageId(index)} className="w-full shrink-0 snap-start">
            <ProductImage
              src={url}
              name={alts[url] ?? imageName(name, url, index)}
              place="product"
              priority={index === 0}
            />
          </div>
        ))}
      </section>
      <ul className="mt-3 flex flex-wrap gap-3">
        {urls.map((url, index) => (
          <li key={url} className="w-16 lg:w-20">
            <a
              href={`#${imageId(index)}`}
              aria-label={`Show image ${index + 1} of ${urls.length}`}
              aria-current={index === shown || undefined}
              onClick={(event) => show(event, index)}
              className={clsx(
                "block border-b-4 pb-1.5",
                index === shown ? "border-oxblood" : "border-transparent hover:border-rule",
              )}
            >
              <ProductThumbnail imageUrl={url} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names an image by its file name, if that says what it shows. */
function imageName(name: string, url: string, index: number) {
  if (index === 0) return name;
  return url.includes("-cooked-and-sliced-")
    ? `${name}, cooked and sliced`
    : `${name}, image ${index + 1}`;
}

function imageId(index: number) {
  return `image-${index + 1}`;
}
