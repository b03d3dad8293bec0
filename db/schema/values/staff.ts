export const lesserStaffRoles = [
  "packer",
  "driver",
  "office",
  "counter",
  "bookkeeper",
  "catalogue",
] as const;

/** An owner may do everything, and alone what no permission covers. */
export const staffRoles = ["owner", ...lesserStaffRoles] as const;
export type StaffRole = (typeof staffRoles)[number];
