interface SourcesProps {
  sources: readonly { label: string; href: string }[];
  className?: string;
}

/** Where the facts of a page come from, so that nobody has to take our word for them. */
export function Sources({ sources, className }: SourcesProps) {
  return (
    <p className={className}>
      Sources:{" "}
      {sources.map(({ label, href }, index) => (
        <span key={href}>
          {index > 0 && "; "}
          <a href={href} rel="noopener" className="link">
            {label}
          </a>
        </span>
      ))}
      .
    </p>
  );
}
