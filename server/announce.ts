/** How to sign in to an account, for the person at the terminal. */
export interface Credential {
  role: string;
  email: string;
  password: string;
}

interface Announcement {
  /** Where people reach the shop. */
  address: string;
  /** Accounts whose password was made at this start; it is kept nowhere else. */
  credentials: Credential[];
}

/** Tells the person at the terminal where the shop is and, once, how to sign in. */
export function announcement({ address, credentials }: Announcement): string {
  const lines = ["", `  The shop is open at ${address}`];
  if (credentials.length > 0) {
    lines.push("", "  Accounts made at this start. Their passwords are not shown again:");
    for (const { role, email, password } of credentials) {
      lines.push(`    ${role.padEnd(18)}${email}   ${password}`);
    }
  }
  return `${lines.join("\n")}\n\n`;
}
