import { clsx } from "clsx/lite";

interface SpinnerProps {
  label?: string;
  showLabel?: boolean;
  className?: string;
}

/** The ring alone, for controls that announce that they are busy. Sized by its font (1em). */
export function SpinnerRing({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-[1em] animate-spin rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  );
}

/** An announced loading indicator (`role="status"`). Use a skeleton for a known layout. */
export function Spinner({ label = "Loading...", showLabel = false, className }: SpinnerProps) {
  return (
    <span role="status" className={clsx("inline-flex items-center gap-3 text-ink-soft", className)}>
      <SpinnerRing className="text-[1.25em] text-oxblood" />
      <span className={showLabel ? undefined : "sr-only"}>{label}</span>
    </span>
  );
}
