import type { ContactKind } from "#app/domain/customers/contacts/contact.ts";
import { removeContact, saveContact } from "#app/domain/customers/contacts/contacts.server.ts";
import { act, same } from "../../life/act.ts";
import { buyerOf, type World } from "../../life/world.ts";

// Contacts who get a customer's emails, as its members do.

interface Kept {
  buyer: string;
  email: string;
  /** What the address gets; empty to remove the contact. */
  gets: ContactKind[];
  isNew: boolean;
}

const what = [["orders"], ["invoices"], ["orders", "invoices"], ["statements"]] as ContactKind[][];

/** Returns what a customer's address gets at a moment. */
function getsAt({ contacts }: World, buyer: string, email: string, at: number): ContactKind[] {
  const last = contacts.findLast(
    (one) => one.buyer === buyer && one.email === email && one.at <= at,
  );
  return last?.gets ?? [];
}

const emailsOf = ({ contacts }: World, buyer: string) => [
  ...new Set(contacts.filter((one) => one.buyer === buyer).map(({ email }) => email)),
];

export const keepContact = act<Kept>({
  weight: 6,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()]);
    if (buyer === undefined) return undefined;
    const now = world.clock.now;
    const there = emailsOf(world, buyer).filter(
      (email) => getsAt(world, buyer, email, now).length > 0,
    );
    const isNew = there.length === 0 || (there.length < 3 && random.chance(0.4));
    world.serial += 1;
    const email = isNew ? `desk-${world.serial}@example.com` : random.pick(there);
    const gets = !isNew && random.chance(0.4) ? [] : random.pick(what);
    return email === undefined || !gets ? undefined : { buyer, email, gets, isNew };
  },
  say: ({ buyer, email, gets }) =>
    gets.length === 0
      ? `${email} no longer gets emails of ${buyer}`
      : `${email} gets emails of ${buyer} about ${gets.join(" and ")}`,
  async run(world, { buyer: whose, email, gets, isNew }) {
    const { db, staff } = world;
    const buyer = buyerOf(world, whose);
    if (gets.length === 0) await removeContact(db, staff, buyer.id, email);
    else await saveContact(db, staff, buyer.id, { email, name: "The desk", gets, isNew });
    world.contacts.push({ at: world.clock.now, buyer: whose, email, gets });
  },
});

/** An email about an order to the person who placed it. */
interface Told {
  subject: string;
  at: number;
  buyer: string;
  /** A contact who gets any of these kinds gets a copy. */
  kinds: ContactKind[];
}

/** Checks that contacts get copies at the same moment as the placer, and nobody else does. */
export function judgeCopies(
  world: World,
  { subject, at, buyer, kinds }: Told,
  copies: readonly string[],
): void {
  const those = emailsOf(world, buyer).filter((email) =>
    getsAt(world, buyer, email, at).some((kind) => kinds.includes(kind)),
  );
  same(`who of ${buyer} hears "${subject}" too`, copies.toSorted(), those.sort());
}
