import type { ComponentProps } from "react";
import { Link } from "react-router";
import { buttonClass } from "./button.tsx";

type ButtonLinkProps = ComponentProps<typeof Link> & Parameters<typeof buttonClass>[0];

export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass({ variant, size, className })} />;
}

export function SecondaryLink(props: Omit<ButtonLinkProps, "variant">) {
  return <ButtonLink variant="secondary" {...props} />;
}
