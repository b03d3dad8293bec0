/** A telephone number to call. */
export function PhoneLink({ phone }: { phone: { href: string; display: string } }) {
  return (
    <a href={phone.href} className="link whitespace-nowrap">
      {phone.display}
    </a>
  );
}
