/** The package reuses the full version's types, but `clsx/lite` ignores all but strings. */
declare module "clsx/lite" {
  export function clsx(...classes: (string | false | null | undefined)[]): string;
}
