/** Roles of staff below the owner's. */
export const lesserStaffRoles = [
  "packer",
  "driver",
  "office",
  "counter",
  "bookkeeper",
  "catalogue",
] as const;

/** Roles of staff. An owner may do everything, and alone what no permission names. */
export const staffRoles = ["owner", ...lesserStaffRoles] as const;
export type StaffRole = (typeof staffRoles)[number];
