import { type PointerEvent, type RefObject, useState } from "react";
import { Button } from "#app/components/button.tsx";

interface SignaturePadProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Whether something is drawn. */
  onDrawn: (isDrawn: boolean) => void;
}

const [width, height] = [720, 240];

/** Draws a signature with a finger. Optional everywhere: a typed name says the same. */
export function SignaturePad({ canvas, onDrawn }: SignaturePadProps) {
  const [isDrawing, setDrawing] = useState(false);

  function point(event: PointerEvent<HTMLCanvasElement>): [number, number] {
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - left) / wide) * width, ((event.clientY - top) / high) * height];
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    const pen = event.currentTarget.getContext("2d");
    if (!pen || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.strokeStyle = getComputedStyle(event.currentTarget).color;
    pen.beginPath();
    pen.moveTo(...point(event));
    setDrawing(true);
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    if (!isDrawing) return;
    const pen = event.currentTarget.getContext("2d");
    pen?.lineTo(...point(event));
    pen?.stroke();
    onDrawn(true);
  }

  function clear() {
    canvas.current?.getContext("2d")?.clearRect(0, 0, width, height);
    onDrawn(false);
  }

  return (
    <div className="mt-5">
      <div className="flex items-end justify-between">
        <p id="signature" className="text-sm font-semibold">
          Signature <span className="font-normal text-ink-soft">(optional)</span>
        </p>
        <Button variant="quiet" size="sm" onClick={clear}>
          Clear<span className="sr-only"> the signature</span>
        </Button>
      </div>
      <canvas
        ref={canvas}
        role="img"
        aria-labelledby="signature"
        width={width}
        height={height}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => setDrawing(false)}
        onPointerCancel={() => setDrawing(false)}
        className="mt-1.5 aspect-[3/1] w-full touch-none border border-rule-strong bg-paper-light text-ink"
      />
    </div>
  );
}
