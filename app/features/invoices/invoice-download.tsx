import { type MouseEvent, type ReactNode, useState } from "react";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
import { invoiceFileName, saveInvoice } from "./save-invoice.ts";

interface InvoiceDownloadProps {
  /** For example "INV-000001". */
  number: string;
  /** Where the PDF is fetched. */
  url: string;
  /** The look of a button, from `buttonClass()`. */
  className: string;
  children: ReactNode;
}

/** Saves an invoice as a PDF, with a toast; without JavaScript a link that the browser saves. */
export function InvoiceDownload({ number, url, className, children }: InvoiceDownloadProps) {
  const [pending, setPending] = useState(false);

  async function save(event: MouseEvent) {
    // With a key held down the browser is asked for a tab, a window or its own download.
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
