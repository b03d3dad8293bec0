interface ScaleDialProps {
  /** The pointer's reading, 0 to 100 lb: a hundredweight is a full turn. */
  reading?: number;
  className?: string;
}

const numerals = Array.from({ length: 10 }, (_, index) => index * 10);

/**
 * The dial of a hanging butcher's scale, in the current colours. Decoration for a large empty area,
 * never behind text; half of it is clipped by the area's edge (`overflow-hidden`). The pointer
 * swings to its reading once, unless reduced motion is preferred.
 */
export function ScaleDial({ reading = 88, className }: ScaleDialProps) {
  return (
    <svg viewBox="-250 -250 500 500" aria-hidden="true" className={className} fill="none">
      <circle r="246" className="stroke-brass" />
      <circle r="240" className="stroke-brass" />
      <g transform="rotate(-90)" className="stroke-brass">
        <circle
          r="232"
          pathLength="1000"
          strokeWidth="14"
          strokeDasharray="1 9"
          strokeDashoffset=".5"
        />
        <circle
          r="226"
          pathLength="1000"
          strokeWidth="26"
          strokeDasharray="1.4 48.6"
          strokeDashoffset=".7"
        />
        <circle
          r="221"
          pathLength="1000"
          strokeWidth="36"
          strokeDasharray="2 98"
          strokeDashoffset="1"
        />
      </g>
      {numerals.map((pounds) => (
        <text
          key={pounds}
          transform={`rotate(${pounds * 3.6}) translate(0 -172)`}
          textAnchor="middle"
          className="fill-ink-soft font-display text-[30px] font-bold"
        >
          {pounds || 100}
        </text>
      ))}
      <text
        y="-86"
        textAnchor="middle"
        className="fill-ink-soft font-display text-[17px] font-semibold"
      >
        lb
      </text>
      <g className="dial-pointer" style={{ rotate: `${reading * 3.6}deg` }}>
        <path d="M-3.5 52L-1.2-205h2.4L3.5 52z" className="fill-ink" />
        <circle r="13" className="fill-ink" />
        <circle r="4" className="fill-paper" />
      </g>
    </svg>
  );
}
