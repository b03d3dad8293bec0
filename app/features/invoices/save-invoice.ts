import { saveFile } from "#app/components/download/save-file.ts";
import { toast } from "#app/components/toast/toast-store.ts";
import { invoiceFileName } from "#app/domain/documents/invoice.ts";

/**
 * Downloads an invoice as `invoice-{number}.pdf` and shows the result as a toast. Browser only;
 * never rejects.
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
  saveFile(file, invoiceFileName(number));
  toast({ title: "Download started" });
}

async function fetchPdf(url: string): Promise<Blob> {
  const response = await fetch(url);
  // If the session has ended, the response is a sign-in page.
  const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf");
  if (!response.ok || !isPdf) throw new Error(`The invoice's address answered ${response.status}`);
  return response.blob();
}
