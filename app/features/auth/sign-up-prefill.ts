/** What of the sign-up form is filled in already when somebody was invited to it. */
interface SignUpPrefill {
  companyName?: string;
  contactName?: string;
  phone?: string;
  email?: string;
}

/** The form's own limits: nobody reads what is longer. */
const longest = { companyName: 200, contactName: 200, phone: 50, email: 254 };

const names = Object.keys(longest) as (keyof SignUpPrefill)[];

/** Where an account is made, with these fields filled in: "/login?create&companyName=…". */
export function signUpPath(prefill: SignUpPrefill): string {
  const query = new URLSearchParams();
  for (const name of names) if (prefill[name]) query.set(name, prefill[name]);
  return ["/login?create", query.toString()].filter(Boolean).join("&");
}

/** What an address fills in. It is anybody's word, and shown to be looked over, never obeyed. */
export function prefillOf(query: URLSearchParams): Record<string, string> {
  const given = names.map((name) => [name, query.get(name)?.slice(0, longest[name]) ?? ""]);
  return Object.fromEntries(given.filter(([, value]) => value));
}
