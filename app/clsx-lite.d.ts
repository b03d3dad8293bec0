/** The package lends it the types of the whole, but it passes over everything that is not a string. */
declare module "clsx/lite" {
  export function clsx(...classes: (string | false | null | undefined)[]): string;
}
