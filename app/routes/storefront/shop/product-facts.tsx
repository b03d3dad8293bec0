import type { ReactNode } from "react";
import type { CutFacts, productDefaults } from "#app/content/cuts.ts";

type ProductFactsProps = typeof productDefaults &
  /** Missing for products that the owner added without facts. */
  Partial<Pick<CutFacts, "characteristics" | "bestUses">>;

/** Details, packaging, characteristics and best uses (specification, section 2, product detail). */
export function ProductFacts(props: ProductFactsProps) {
  const { weight, grade, source, packaging, characteristics, bestUses } = props;
  return (
    <div className="mt-16 grid gap-x-14 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
      <Section title="Details">
        <dl className="border-t border-rule">
          <Detail term="Weight">{weight}</Detail>
          <Detail term="Grade">{grade}</Detail>
          <Detail term="Source">{source}</Detail>
        </dl>
        <h3 className="mt-8">Packaging</h3>
        <p className="mt-3 text-ink-soft">{packaging}</p>
      </Section>
      {characteristics && <FactList title="Characteristics" facts={characteristics} />}
      {bestUses && <FactList title="Best uses" facts={bestUses} />}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-title">{title}</h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-b border-rule py-3">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function FactList({ title, facts }: { title: string; facts: string[] }) {
  return (
    <Section title={title}>
      <ul className="border-t border-rule">
        {facts.map((fact) => (
          <li key={fact} className="border-b border-rule py-3">
            {fact}
          </li>
        ))}
      </ul>
    </Section>
  );
}
