import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import type { CutFacts, productDefaults } from "#app/content/cuts.ts";
import { type CookingShown, CookingTimes } from "../cuts-guide/cooking-times.tsx";

type ProductFactsProps = typeof productDefaults & {
  keeping: string[];
  cooking?: (CookingShown & { guide: string }) | undefined;
} /** Missing for products that the owner added without facts. */ & Partial<
    Pick<CutFacts, "characteristics" | "bestUses" | "thickness">
  >;

/**
 * Details, packaging, characteristics and best uses, and how to store and cook it. Not hydrated, so
 * that it adds nothing to the page's scripts.
 */
export function ProductFacts(props: ProductFactsProps) {
  const { weight, thickness, grade, source, packaging, keeping, cooking } = props;
  const { characteristics, bestUses } = props;
  return (
    <div className="mt-16 grid gap-x-14 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
      <Section title="Details">
        <dl className="border-t border-rule">
          <Detail term="Weight">{weight}</Detail>
          {thickness && <Detail term="Thickness">{`About ${thickness}`}</Detail>}
          <Detail term="Grade">{grade}</Detail>
          <Detail term="Source">{source}</Detail>
        </dl>
        <h3 className="mt-8">Packaging</h3>
        <p className="mt-3 text-ink-soft">{packaging}</p>
        <h3 className="mt-8">How to keep it</h3>
        <p className="mt-3 text-ink-soft">
          {keeping.join(" ")} <TextLink to="/cuts#keeping">Storing and thawing</TextLink>
        </p>
      </Section>
      {characteristics && <FactList title="Characteristics" facts={characteristics} />}
      {bestUses && <FactList title="Best uses" facts={bestUses} />}
      {cooking && (
        <Section
          title="How to cook it"
          className="border-t border-ink pt-6 md:col-span-2 lg:col-span-3"
        >
          <ul aria-label="Methods" className="mb-6 flex flex-wrap gap-2">
            {cooking.methods.map((method) => (
              <li key={method}>
                <Badge>{method}</Badge>
              </li>
            ))}
          </ul>
          <CookingTimes cut={cooking} className="lg:grid-cols-4" />
          <Link to={cooking.guide} className="link mt-4 inline-flex min-h-11 items-center">
            More in the cuts guide
          </Link>
        </Section>
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Section({ title, className, children }: SectionProps) {
  return (
    <section className={className}>
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
