import { clsx } from "clsx/lite";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
import { ResponsiveImage, usePreview } from "#app/components/responsive-image.tsx";
import {
  addressOfTry,
  firstTry,
  nextTry,
  placeholderImage,
  rememberFailed,
  rememberLoaded,
  wasLoaded,
} from "./image-memory.ts";
import { type ImagePlace, sourcesAt } from "./image-place.ts";

interface ProductImageProps {
  src: string | null;
  name: string;
  place?: ImagePlace;
  /** Above the fold: loads eagerly with high priority. */
  priority?: boolean;
}

/** A product's image, 4:3 except on its own page on phones, or the placeholder. */
export function ProductImage({ src, ...props }: ProductImageProps) {
  const url = src ?? placeholderImage;
  return (
    <div
      className={clsx(
        "relative overflow-hidden bg-paper-deep",
        props.place === "product" ? "aspect-3/2 md:aspect-4/3" : "aspect-4/3",
      )}
    >
      <ShownImage key={url} url={url} {...props} />
    </div>
  );
}

/** `served`: as server-rendered; shows its image without JavaScript too. */
type ImageState = "served" | "loading" | "loaded" | "error";

interface ShownImageProps extends Omit<ProductImageProps, "src"> {
  url: string;
}

function ShownImage({ url, name, place = "card", priority = false }: ShownImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [current, setCurrent] = useState(() => firstTry(url));
  const [state, setState] = useState<ImageState>("served");
  const preview = usePreview(url);
  const address = addressOfTry(url, current);

  function succeed() {
    rememberLoaded(address);
    setState("loaded");
    // The preview would show through transparent images.
    image.current?.style.removeProperty("background");
  }

  function fail() {
    if (current === 0) rememberFailed(url);
    const next = nextTry(current);
    if (next !== null) setCurrent(next);
    setState(next === null ? "error" : "loading");
  }

  const catchUp = useEffectEvent(() => {
    const element = image.current;
    if (!element?.complete) setState(wasLoaded(address) ? "loaded" : "loading");
    else if (element.naturalWidth > 0) succeed();
    else fail();
  });
  // An image that loaded before hydration has fired its event already.
  useEffect(() => catchUp(), []);

  if (state === "error") {
    return (
      <p className="absolute bottom-3 left-3 bg-ink px-2 py-0.5 text-[0.8125rem] font-semibold text-paper">
        Image Error
      </p>
    );
  }
  return (
    <>
      <ResponsiveImage
        ref={image}
        sources={sourcesAt(place, address)}
        alt={name}
        width={800}
        height={600}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        onLoad={succeed}
        onError={fail}
        className="size-full object-cover"
        {...preview}
      />
      {state === "loading" && (
        <span className="absolute inset-0 m-auto grid size-10 place-items-center bg-paper text-xl text-ink-soft">
          <SpinnerRing />
        </span>
      )}
    </>
  );
}
