import { clsx } from "clsx/lite";

/**
 * A placeholder for loading content; size it with `className` to avoid layout shift. Silent for
 * screen readers: its container announces loading once.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx("block animate-pulse bg-paper-deep", className)} />
  );
}

/** Placeholder lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const names = Array.from({ length: lines }, (_, line) => `line-${line}`);
  return (
    <span aria-hidden="true" className={clsx("block", className)}>
      {names.map((name) => (
        <span
          key={name}
          className="mb-2.5 block h-3.5 animate-pulse bg-paper-deep last:mb-0 last:w-3/5"
        />
      ))}
    </span>
  );
}
