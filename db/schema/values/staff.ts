/** Roles of staff below the owner's. */
export const lesserStaffRoles = [
  "packer",
  "driver",
  "office",
  "counter",
  "bookkeeper",
  "catalogue",
] as const;

/** Staff roles. An owner may do everything, and is the only one for what no permission covers. */
export const staffRoles = ["owner", ...lesserStaffRoles] as const;
export type StaffRole = (typeof staffRoles)[number];
