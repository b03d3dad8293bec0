import { clsx } from "clsx/lite";

/**
 * A plain patch where content will stand; size it with `className` so that nothing moves when the
 * content comes. Silent for screen readers: the place that loads announces itself once.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx("block animate-pulse bg-paper-deep", className)} />
  );
}

/** Lines of text to come; the last one is shorter. */
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
