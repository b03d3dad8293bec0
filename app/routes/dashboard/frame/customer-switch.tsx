import { Check } from "lucide";
import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { type Membership, memberRoleText } from "#app/features/team/team.ts";

interface CustomerSwitchProps {
  companyName: string;
  memberships: readonly Membership[];
  /** The one they act for. */
  customerId: string;
}

/** Names the customer that the user acts for; users with several choose here. */
export function CustomerSwitch({ companyName, memberships, customerId }: CustomerSwitchProps) {
  if (memberships.length < 2) {
    return (
      <div className="min-w-0 text-xs text-ink-soft md:text-sm">
        <span className="sr-only">Signed in as </span>
        <span className="line-clamp-2 md:line-clamp-1">{companyName}</span>
      </div>
    );
  }
  return (
    // The menu closes once another is chosen.
    <details key={customerId} className="relative min-w-0 text-xs md:text-sm">
      <summary className="link flex min-h-11 cursor-pointer items-center">
        <span className="sr-only">Acting for </span>
        <span className="line-clamp-2 md:line-clamp-1">{companyName}</span>
        <span className="sr-only">: switch to another business</span>
      </summary>
      <Form
        method="post"
        action="/dashboard/switch"
        // A document load, so that nothing of this customer remains.
        reloadDocument
        className="absolute right-0 z-20 mt-1 w-72 max-w-[80vw] border border-ink bg-paper-light shadow-lg"
      >
        <ul>
          {memberships.map(({ customerId: id, name, role }) => (
            <li key={id} className="border-b border-rule last:border-0">
              <button
                type="submit"
                name="customer"
                value={id}
                aria-current={id === customerId}
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left hover:bg-paper-deep"
              >
                <span className="min-w-0 grow">
                  <span className="block font-semibold wrap-anywhere">{name}</span>
                  <span className="block text-ink-soft">{memberRoleText[role].label}</span>
                </span>
                {id === customerId && <Icon of={Check} className="size-5 shrink-0" />}
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </details>
  );
}

interface OfAnotherProps {
  membership: Membership;
  next: string;
}

/** Offers to switch to the customer that a page belongs to. */
export function OfAnother({ membership, next }: OfAnotherProps) {
  return (
    <Form method="post" action="/dashboard/switch" reloadDocument className="mt-4">
      <input type="hidden" name="customer" value={membership.customerId} />
      <input type="hidden" name="next" value={next} />
      <Button type="submit">Switch to {membership.name}</Button>
    </Form>
  );
}
