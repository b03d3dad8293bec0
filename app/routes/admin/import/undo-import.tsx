import { clsx } from "clsx/lite";
import { type FormEvent, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { type ImportDetails, undoFirstInWords } from "#app/features/imports/import-file.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

const undoing = { intent: "undo" };

// A constant, as the import check would take the word between tags for an import.
const label = "Undo the import";

interface UndoImportProps {
  what: string;
  /** Imports to undo before it, in order. */
  first: ImportDetails["undoFirst"];
}

/**
 * Undoes an import after a confirmation; at once without JavaScript, or if the dialog can't be
 * loaded. What later imports may use needs a second confirmation.
 */
export function UndoImport({ what, first }: UndoImportProps) {
  const [isAsking, setAsking] = useState(false);
  const { formData } = useNavigation();
  const submit = useSubmit();
  const options = { method: "post", replace: true, preventScrollReset: true } as const;
  const undo = () => {
    setAsking(false);
    void submit({ ...undoing, ...(first.length > 0 && { anyway: "yes" }) }, options);
  };
  const dialog = useOnDemand(loadDialog, isAsking, undo);
  function ask(event: FormEvent) {
    event.preventDefault();
    setAsking(true);
  }
  return (
    <>
      <Form {...options} onSubmit={ask} className={clsx(first.length > 0 && "basis-full")}>
        <input type="hidden" name="intent" value={undoing.intent} />
        {first.length > 0 && (
          <>
            <p className="max-w-3xl">{undoFirstInWords(first)}</p>
            <Checkbox
              name="anyway"
              value="yes"
              required
              label="Undo this one all the same"
              className="mb-2"
            />
          </>
        )}
        <Button
          type="submit"
          variant="secondary"
          pending={formData?.get("intent") === undoing.intent || (isAsking && !dialog)}
        >
          {label}
        </Button>
      </Form>
      {dialog && (
        <dialog.ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Undo this import?"
          description={
            <>
              <p>
                To be taken back: {what}. What someone has changed or used since stays. To have it
                all again, upload the file again.
              </p>
              {first.length > 0 && <p className="mt-3 font-semibold">{undoFirstInWords(first)}</p>}
            </>
          }
          confirmLabel="Undo"
          cancelLabel="Keep"
          tone="danger"
          onConfirm={undo}
        />
      )}
    </>
  );
}
