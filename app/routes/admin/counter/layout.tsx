import { Outlet } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { useScanner } from "#app/components/use-scanner.ts";

/**
 * The counter's pages besides the till. Nothing is scanned there, so a scan presses no button and
 * sends no form, wherever the focus is.
 */
export default function CounterLayout() {
  useScanner(null, () =>
    toast({
      title: "That was a scan. Nothing was sent.",
      description: "To sell the package, scan it on the till’s page.",
      variant: "destructive",
    }),
  );
  return <Outlet />;
}
