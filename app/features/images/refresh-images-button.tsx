import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { toast } from "#app/components/toast/toast-store.ts";

const reloadDelayMs = 500;

const address = "/api/image-refresh";

/**
 * Refreshes the images of all cuts, then reloads the page. The server refuses everyone but the
 * designated administrator.
 */
export function RefreshImagesButton() {
  const [isBusy, setBusy] = useState(false);
  const [mapped, setMapped] = useState<number | null>(null);

  async function refresh() {
    setBusy(true);
    toast({ title: "Refreshing image", description: "Loading fresh image data..." });
    try {
      const response = await fetch(address, { method: "POST" });
      if (!response.ok) throw new Error(`Refreshing images answered ${response.status}`);
      const counted: { mapped: number; total: number } = await response.json();
      const counts = `${counted.mapped} of ${counted.total}`;
      toast({
        title: "Images refreshed",
        description: `Cut images refreshed. ${counts} cuts mapped successfully.`,
      });
      setMapped(counted.mapped);
      setTimeout(() => location.reload(), reloadDelayMs);
    } catch {
      toast({
        title: "Refresh failed",
        description: "Failed to refresh cut images.",
        variant: "destructive",
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      pending={isBusy}
      disabled={mapped !== null}
      onClick={() => void refresh()}
    >
      {mapped === null ? "Refresh Images" : `Successfully refreshed ${mapped} cut images.`}
    </Button>
  );
}
