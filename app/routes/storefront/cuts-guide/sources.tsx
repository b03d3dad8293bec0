interface SourcesProps {
  sources: readonly { label: string; href: string }[];
  className?: string;
}

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
