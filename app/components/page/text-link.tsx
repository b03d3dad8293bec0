import type { ComponentProps } from "react";
import { Link } from "react-router";

export function TextLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="link" />;
}

/** A phone number to call. */
export function PhoneLink({ phone }: { phone: { href: string; display: string } }) {
  return (
    <a href={phone.href} className="link whitespace-nowrap">
      {phone.display}
    </a>
  );
}
