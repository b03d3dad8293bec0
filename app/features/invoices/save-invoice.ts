import { toast } from "#app/components/toast/toast-store.ts";

/** How long the browser may take to begin writing the file. */
const keepMs = 60_000;

/**
 * Fetches an invoice and saves it as `invoice-{number}.pdf`, and says by a toast how it went
 * (specification, section 8). Browser only; never rejects.
 */
export async function saveInvoice(url: string, number: string): Promise<void> {
  const file = await fetchPdf(url).catch(() => null);
  if (!file) {
    toast({
      title: "Download failed",
      description: "There was an error downloading your invoice. Please try again later.",
      variant: "destructive",
    });
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = invoiceFileName(number);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keepMs);
  toast({ title: "Download started" });
}

/** The name under which an invoice is saved: "invoice-INV-000001.pdf". */
export function invoiceFileName(number: string): string {
  return `invoice-${number}.pdf`;
}

async function fetchPdf(url: string): Promise<Blob> {
  const response = await fetch(url);
  // Where the session has ended, a page that asks to sign in would come instead.
  const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf");
  if (!response.ok || !isPdf) throw new Error(`The invoice's address answered ${response.status}`);
  return response.blob();
}
