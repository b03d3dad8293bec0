import { useRevalidator } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";

/** A page's own failure text, and a way to ask again without losing one's place. */
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
