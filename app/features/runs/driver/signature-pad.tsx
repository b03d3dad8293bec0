import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { Button } from "#app/components/button.tsx";

interface SignaturePadProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Earlier strokes, each as x, y, x, y … */
  strokes: number[][];
  /** Called with all strokes after each one, and with none once they are cleared. */
  onStrokes: (strokes: number[][]) => void;
}

const [width, height] = [720, 240];

/** Canvas for a signature with a finger. Optional everywhere: a typed name means the same. */
export function SignaturePad({ canvas, strokes: before, onStrokes }: SignaturePadProps) {
  const strokes = useRef(before);
  const drawn = useRef<number[] | null>(null);

  useEffect(() => {
    const pen = penOf(canvas.current);
    for (const stroke of strokes.current) drawStroke(pen, stroke);
  }, [canvas]);

  function point(event: PointerEvent<HTMLCanvasElement>): [number, number] {
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / wide, (event.clientY - top) / high];
    return [Math.round(x * width), Math.round(y * height)];
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawn.current = point(event);
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    if (!drawn.current) return;
    const last = drawn.current.slice(-2);
    const next = point(event);
    drawn.current.push(...next);
    drawStroke(penOf(event.currentTarget), [...last, ...next]);
  }

  function end() {
    const stroke = drawn.current;
    drawn.current = null;
    // A touch that didn't move draws nothing.
    if (!stroke || stroke.length < 4) return;
    strokes.current = [...strokes.current, stroke];
    onStrokes(strokes.current);
  }

  function clear() {
    canvas.current?.getContext("2d")?.clearRect(0, 0, width, height);
    strokes.current = [];
    onStrokes([]);
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
        onPointerUp={end}
        onPointerCancel={end}
        className="mt-1.5 aspect-[3/1] w-full touch-none border border-rule-strong bg-paper-light text-ink"
      />
    </div>
  );
}

function penOf(canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | null {
  const pen = canvas?.getContext("2d") ?? null;
  if (!canvas || !pen) return null;
  pen.lineWidth = 4;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.strokeStyle = getComputedStyle(canvas).color;
  return pen;
}

function drawStroke(pen: CanvasRenderingContext2D | null, [x = 0, y = 0, ...on]: number[]) {
  pen?.beginPath();
  pen?.moveTo(x, y);
  for (let at = 0; at + 1 < on.length; at += 2) pen?.lineTo(on[at] ?? 0, on[at + 1] ?? 0);
  pen?.stroke();
}
