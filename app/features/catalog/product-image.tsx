import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Parcel } from "#app/components/parcel.tsx";
import { SpinnerRing } from "#app/components/spinner.tsx";
import {
  addressOfTry,
  firstTry,
  nextTry,
  rememberFailed,
  rememberLoaded,
  wasLoaded,
} from "./image-memory.ts";

interface ProductImageProps {
  /** Null where the product has no picture. */
  src: string | null;
  name: string;
  /** In the first screen: fetched at once and first. */
  priority?: boolean;
}

/**
 * A product's picture in a fixed 4:3 frame: waiting, there, or failed (specification, section 4).
 * Without a picture the cut stands wrapped in paper.
 */
export function ProductImage({ src, name, priority = false }: ProductImageProps) {
  return (
    <div className="relative aspect-4/3 overflow-hidden bg-paper-deep">
      {src ? (
        <Photo key={src} src={src} name={name} priority={priority} />
      ) : (
        <Parcel name={name} className="size-full" />
      )}
    </div>
  );
}

/** `served`: as the HTML came, which shows its picture without JavaScript too. */
type PhotoState = "served" | "loading" | "loaded" | "error";

function Photo({ src, name, priority }: { src: string; name: string; priority: boolean }) {
  const image = useRef<HTMLImageElement>(null);
  const [current, setCurrent] = useState(() => firstTry(src));
  const [state, setState] = useState<PhotoState>("served");
  const address = addressOfTry(src, current);

  function succeed() {
    rememberLoaded(address);
    setState("loaded");
  }

  function fail() {
    if (current === 0) rememberFailed(src);
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
  // What finished before hydration told nobody.
  useEffect(() => catchUp(), []);

  if (state === "error") {
    return (
      <>
        <Parcel name={name} className="size-full" />
        <p className="absolute bottom-3 left-3 bg-ink px-2 py-0.5 text-[0.8125rem] font-semibold text-paper">
          Image Error
        </p>
      </>
    );
  }
  return (
    <>
      <img
        ref={image}
        src={address}
        alt={name}
        width={800}
        height={600}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        onLoad={succeed}
        onError={fail}
        className="size-full object-cover"
      />
      {state === "loading" && (
        <span className="absolute inset-0 grid place-items-center bg-paper-deep text-2xl text-ink-soft">
          <SpinnerRing />
        </span>
      )}
    </>
  );
}
