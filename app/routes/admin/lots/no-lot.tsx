import { NoRecord } from "#app/routes/signed-in-error.tsx";

const way = { label: "See all lots", to: "/admin/lots" };

/** Shown in place of a lot that doesn't exist or couldn't be loaded. */
export const NoLot = ({ isMissing }: { isMissing: boolean }) => (
  <NoRecord isMissing={isMissing} record="lot" way={way} safe="What was recorded" />
);
