/** A step from a new shop to one that can open. */
export interface SetUpStep {
  title: string;
  /** Where it is done. */
  to: string;
  /** Where it can be done too, or what belongs to it. */
  also?: { label: string; to: string }[];
  /** What is missing, in sentences without a full stop; none when it is done. */
  missing: string[];
}
