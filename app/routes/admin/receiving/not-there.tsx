import { NoRecord } from "#app/routes/signed-in-error.tsx";

interface NotThereProps {
  what: "receipt" | "supplier";
  to: string;
  isMissing: boolean;
}

/** Shown in place of a receipt or supplier that doesn't exist or couldn't be loaded. */
export const NotThere = ({ what, to, isMissing }: NotThereProps) => (
  <NoRecord
    isMissing={isMissing}
    record={what}
    way={{ label: `See all ${what}s`, to }}
    safe="What was recorded"
  />
);
