import { clsx } from "clsx/lite";
import type { Grade } from "#app/content/why-aaa.ts";
import { Marbling } from "./marbling.tsx";

/** Flecks in the drawing of each grade; only their increase matters. */
const flecks: Record<string, number> = { A: 12, AA: 44, AAA: 120, Prime: 260 };

interface GradeScaleProps {
  title: string;
  text: string;
  caption: string;
  /** From least to most marbling. */
  grades: (Grade & { plate: string })[];
}

/** The four grades in a row, by increasing marbling; ours is highlighted. */
export function GradeScale({ title, text, caption, grades }: GradeScaleProps) {
  return (
    <section className="mt-14">
      <h2>{title}</h2>
      <p className="mt-3 max-w-2xl text-ink-soft">{text}</p>
      <ol className="mt-10 grid grid-cols-2 gap-x-5 gap-y-12 md:gap-x-8 lg:grid-cols-4">
        {grades.map(({ name, marbling, plate }) => {
          const ours = name === "AAA";
          return (
            <li key={name}>
              <Marbling flecks={flecks[name] ?? 0} />
              <h3
                className={clsx(
                  "mt-5 border-t-4 pt-3 text-[clamp(2.25rem,1.5rem+3vw,4rem)] leading-none font-bold",
                  ours ? "border-oxblood text-oxblood" : "border-rule",
                )}
              >
                {name}
              </h3>
              <p className="mt-3 font-semibold">{marbling}</p>
              <p className="mt-1.5 text-ink-soft">{plate}</p>
            </li>
          );
        })}
      </ol>
      <p className="mt-8 text-sm text-ink-soft">{caption}</p>
    </section>
  );
}
