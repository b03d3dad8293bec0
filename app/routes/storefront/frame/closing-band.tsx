import type { ReactNode } from "react";
import { ScaleRule } from "#app/components/scale-rule.tsx";

interface ClosingBandProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** The oxblood band at the end of a page, flush with the footer: one message and its links. */
export function ClosingBand({ title, text, children }: ClosingBandProps) {
  return (
    <section className="surface-oxblood mt-24 -mb-24 md:mt-32">
      <ScaleRule />
      <div className="page-width grid-page items-end gap-y-8 py-16 md:py-24">
        <div className="col-span-12 lg:col-span-7">
          <h2 className="text-display">{title}</h2>
          {text && <p className="mt-5 max-w-xl text-lg text-ink-soft">{text}</p>}
        </div>
        <div className="col-span-12 flex flex-wrap gap-4 lg:col-span-5 lg:justify-end">
          {children}
        </div>
      </div>
    </section>
  );
}
