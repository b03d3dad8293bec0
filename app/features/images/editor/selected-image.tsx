import { clsx } from "clsx/lite";
import { ChevronDown, ChevronUp } from "lucide";
import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import { titleOfUrl } from "#app/domain/pictures/library/image-words.ts";
import { ImageThumb } from "../library/image-thumb.tsx";
import { DescribeImage } from "./describe-image.tsx";

interface SelectedImageProps {
  url: string;
  /** From 1. */
  position: number;
  count: number;
  isDragged: boolean;
  onGrab: (event: PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A selected image and its controls. */
export function SelectedImage(props: SelectedImageProps) {
  const { url, position, count, isDragged, onGrab, onMove, onRemove } = props;
  const title = titleOfUrl(url);
  // Other images are described on their pages, and those outside the library nowhere.
  const known = readImageAddress(url)?.path;
  const path = known?.startsWith("products/") ? known : undefined;
  const [isDescribed, setDescribed] = useState(false);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-center gap-x-3 border-b border-rule py-2 md:gap-x-4",
        isDragged && "bg-paper-deep",
      )}
    >
      <div
        onPointerDown={onGrab}
        className={clsx(
          "w-20 shrink-0 touch-none select-none md:w-24",
          count > 1 && (isDragged ? "cursor-grabbing" : "cursor-grab"),
        )}
      >
        <ImageThumb url={url} sizes="6rem" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <div className="min-w-0 grow">
          <p className="truncate text-[0.9375rem]">
            <span className="tabular-nums">{position}.</span> {title}
          </p>
          {position === 1 && <p className="text-sm text-ink-soft">Shown first</p>}
        </div>
        <div className="flex shrink-0 flex-wrap items-center max-sm:-ml-3">
          <Step label={`Move ${title} up`} isEnd={position === 1} onPress={() => onMove(-1)} up />
          <Step label={`Move ${title} down`} isEnd={position === count} onPress={() => onMove(1)} />
          {path && (
            <Button
              variant="quiet"
              size="sm"
              className="min-h-11"
              aria-expanded={isDescribed}
              onClick={() => setDescribed((before) => !before)}
            >
              Describe<span className="sr-only"> {title}</span>
            </Button>
          )}
          <Button variant="quiet" size="sm" className="min-h-11" onClick={onRemove}>
            Remove<span className="sr-only"> {title}</span>
          </Button>
        </div>
      </div>
      {path && isDescribed && (
        <div className="mt-2 w-full">
          <DescribeImage path={path} title={title} />
        </div>
      )}
    </li>
  );
}

interface StepProps {
  label: string;
  /** Can't move any further. The button isn't `disabled`, so it keeps the focus. */
  isEnd: boolean;
  up?: boolean;
  onPress: () => void;
}

function Step({ label, isEnd, up = false, onPress }: StepProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // Moving a row in the DOM loses its focus; restore it.
  useLayoutEffect(() => {
    if (wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  });
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        if (isEnd) return;
        wasPressed.current = true;
        onPress();
      }}
      className={buttonClass({
        variant: "quiet",
        size: "icon",
        className: "aria-disabled:cursor-default aria-disabled:opacity-30",
      })}
    >
      <Icon of={up ? ChevronUp : ChevronDown} className="size-5" />
    </button>
  );
}
