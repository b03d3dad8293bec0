import { type MouseEvent, type ReactNode, useState } from "react";
import { saveFile } from "#app/components/download/save-file.ts";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { invoiceFileName } from "#app/domain/documents/invoice.ts";

interface InvoiceDownloadProps {
  number: string;
  url: string;
  className: string;
  children: ReactNode;
}

/** Downloads an invoice as a PDF and shows a toast; without JavaScript, a plain link. */
export function InvoiceDownload({ number, url, className, children }: InvoiceDownloadProps) {
  const [pending, setPending] = useState(false);

  async function save(event: MouseEvent) {
    // Modifier keys ask for a new tab, a new window or the browser's own download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (pending) return;
    setPending(true);
    await saveInvoice(url, number);
    setPending(false);
  }

  return (
    <a
      href={url}
      download={invoiceFileName(number)}
      onClick={save}
      aria-busy={pending || undefined}
      className={className}
    >
      {children}
      {pending && <SpinnerRing />}
    </a>
  );
}

/**
 * Downloads an invoice as `invoice-{number}.pdf` and shows a toast. Browser only; never rejects.
 */
async function saveInvoice(url: string, number: string): Promise<void> {
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
  // After the session has ended, the response is a sign-in page.
  const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf");
  if (!response.ok || !isPdf) throw new Error(`The invoice's address answered ${response.status}`);
  return response.blob();
}
