import { type MouseEvent, type ReactNode, useState } from "react";
import { SpinnerRing } from "../page/spinner.tsx";
import { toast } from "../toast/toast-store.ts";
import { saveFile } from "./save-file.ts";

interface DownloadLinkProps {
  /** The file's name is in `Content-Disposition`. */
  href: string;
  className: string;
  children: ReactNode;
}

/**
 * A link to a file that is generated on request, with progress and errors. If the response is a
 * page, such as the sign-in, the link opens it. Without JavaScript it is a plain link.
 */
export function DownloadLink({ href, className, children }: DownloadLinkProps) {
  const [isMaking, setMaking] = useState(false);

  async function save(event: MouseEvent) {
    // Modifier keys ask for a new tab, a new window or the browser's own download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isMaking) return;
    setMaking(true);
    const answer = await fetch(href).then(fileIn, () => ({ refusal: "" }));
    setMaking(false);
    if (answer === "page") location.assign(href);
    else if ("file" in answer) saveFile(answer.file, answer.name);
    else {
      const description = answer.refusal || "The file could not be made. Please try again.";
      toast({ title: "Download failed", description, variant: "destructive" });
    }
  }

  // Without a `download` attribute, so that a redirect to the sign-in is shown.
  return (
    <a href={href} onClick={save} aria-busy={isMaking || undefined} className={className}>
      {children}
      {isMaking && <SpinnerRing className="ml-2" />}
      <span role="status" className="sr-only">
        {isMaking && "The file is being made."}
      </span>
    </a>
  );
}

/** In characters; a longer refusal isn't suitable for a toast. */
const longestRefusal = 200;

/** Returns a response's file, "page" for a page to open, or the refusal ("" if unknown). */
async function fileIn(
  response: Response,
): Promise<{ file: Blob; name: string } | "page" | { refusal: string }> {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("text/html")) return response.status < 500 ? "page" : { refusal: "" };
  if (!response.ok) {
    const text = type.startsWith("text/plain") ? await response.text() : "";
    return { refusal: text.length <= longestRefusal ? text : "" };
  }
  const named = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") ?? "");
  const name = named?.[1] ?? new URL(response.url).pathname.split("/").at(-1) ?? "file";
  return { file: await response.blob(), name };
}
