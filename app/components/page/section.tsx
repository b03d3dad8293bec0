import type { ReactNode } from "react";

const looks = {
  plain: "text-title",
  ruled: "border-t border-ink pt-3 text-title",
  spaced: "mb-4 text-title",
};

interface SectionProps {
  id: string;
  title: ReactNode;
  look?: keyof typeof looks;
  className?: string;
  children?: ReactNode;
}

export function Section({ id, title, look = "plain", className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={looks[look]}>
        {title}
      </h2>
      {children}
    </section>
  );
}
