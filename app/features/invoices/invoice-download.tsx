import { type MouseEvent, type ReactNode, useState } from "react";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
import { invoiceFileName } from "#app/domain/documents/invoice.ts";
import { saveInvoice } from "./save-invoice.ts";

interface InvoiceDownloadProps {
  /** For example "INV-000001". */
  number: string;
  /** URL of the PDF. */
  url: string;
  /** Button classes, from `buttonClass()`. */
  className: string;
  children: ReactNode;
}

/** Downloads an invoice as a PDF and shows a toast; without JavaScript it's a plain link. */
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
