/** Sign-in details of an account, for the person at the terminal. */
export interface Credential {
  role: string;
  email: string;
  password: string;
}

/**
 * Tells the person at the terminal, once, how to sign in to the accounts whose password was
 * generated at this start; it is stored nowhere else. Empty if there are none.
 */
export function newAccounts(credentials: Credential[]): string {
  if (credentials.length === 0) return "";
  const lines = ["", "  Accounts created at this start. Their passwords will not be shown again:"];
  for (const { role, email, password } of credentials) {
    lines.push(`    ${role.padEnd(18)}${email}   ${password}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Tells the person at the terminal the shop's address. */
export function openAt(address: string): string {
  return `\n  The shop is open at ${address}\n\n`;
}
