import { useRevalidator } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";

/** A page's error text with a button that revalidates in place. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      tone="error"
      title={message}
      action={
        <Button variant="secondary" pending={state === "loading"} onClick={revalidate}>
          Try again
        </Button>
      }
    />
  );
}
