import { type FormEvent, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

const undoing = { deed: "undo" };

// Not between tags, where the check of imports takes the word for one.
const label = "Undo the import";

/** Undoes an import once that is confirmed; without JavaScript, or where the question can't be loaded, at once. */
export function UndoImport({ what }: { what: string }) {
  const [isAsking, setAsking] = useState(false);
  const { formData } = useNavigation();
  const submit = useSubmit();
  const options = { method: "post", replace: true, preventScrollReset: true } as const;
  const undo = () => {
    setAsking(false);
    void submit(undoing, options);
  };
  const dialog = useOnDemand(loadDialog, isAsking, undo);
  function ask(event: FormEvent) {
    event.preventDefault();
    setAsking(true);
  }
  return (
    <>
      <Form {...options} onSubmit={ask}>
        <input type="hidden" name="deed" value={undoing.deed} />
        <Button
          type="submit"
          variant="secondary"
          pending={formData?.get("deed") === undoing.deed || (isAsking && !dialog)}
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
            <p>
              To be taken back: {what}. What somebody has changed or used since stays. To have it
              all again, upload the file again.
            </p>
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
