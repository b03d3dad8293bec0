import { clsx } from "clsx/lite";
import { ChevronDown, ChevronUp, GripVertical } from "lucide";
import { useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { moved, useDragOrder } from "#app/components/drag-order.ts";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { guideField } from "#app/domain/guides/guide-form.ts";
import type { GuideToArrange } from "#app/domain/guides/guides.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface GuideFormProps {
  guide: GuideToArrange;
  answer: FormAnswer | undefined;
}

/** Form for a kitchen's guide: order (by dragging or arrows), sections, par levels, removals. */
export function GuideForm({ guide, answer }: GuideFormProps) {
  const isLive = useHydrated();
  const [ids, setIds] = useState<readonly string[]>(guide.items.map(({ productId }) => productId));
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const byId = new Map(guide.items.map((item) => [item.productId, item]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const drag = useDragOrder(list, ids, (from, to) => setIds(moved(ids, from, to)));

  function move(id: string, by: -1 | 1) {
    const at = ids.indexOf(id);
    const next = moved(ids, at, at + by);
    setIds(next);
    setSaid(`${byId.get(id)?.name} is now ${next.indexOf(id) + 1} of ${next.length}.`);
  }

  return (
    <AnsweredForm answer={answer} className="mt-8 max-w-3xl">
      <input type="hidden" name={guideField.siteId} value={guide.siteId} />
      <input type="hidden" name={guideField.version} value={guide.version} />
      <input type="hidden" name={guideField.order} value={ids.join(" ")} />
      {/* Enter in a field presses the first button, which must save and not move a line. */}
      <button type="submit" aria-hidden="true" tabIndex={-1} className="sr-only" />
      <p role="status" className="sr-only">
        {said}
      </p>
      <datalist id="guide-sections">
        {[...new Set(guide.items.map(({ section }) => section))].filter(Boolean).map((section) => (
          <option key={section} value={section} />
        ))}
      </datalist>
      <ol ref={list} {...drag.list} className="border-t border-ink">
        {items.map((item, at) => (
          <Row
            key={item.productId}
            item={item}
            answer={answer}
            isLive={isLive}
            isDragged={drag.dragged === item.productId}
            isFirst={at === 0}
            isLast={at === items.length - 1}
            onGrab={(event) => drag.grab(event, item.productId)}
            onMove={(by) => move(item.productId, by)}
          />
        ))}
      </ol>
      <SelectField
        label="Put in"
        optional
        {...answeredField(answer, guideField.add)}
        className="mt-6 max-w-sm"
        options={guide.others.map(({ id, name }) => [id, name])}
      >
        <option value="">Choose a product</option>
      </SelectField>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      <SubmitButton className="mt-6">Save guide</SubmitButton>
    </AnsweredForm>
  );
}

interface RowProps {
  item: GuideToArrange["items"][number];
  answer: FormAnswer | undefined;
  isLive: boolean;
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  onGrab: (event: React.PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
}

function Row(props: RowProps) {
  const { item, answer, isLive, isDragged, isFirst, isLast, onGrab, onMove } = props;
  const { productId: id, name, section, par, isHidden, unit } = item;
  const stored = { [guideField.section(id)]: section, [guideField.par(id)]: par ?? "" };
  const values = { ...stored, ...answer?.values };
  const field = (key: string) => answeredField({ values, errors: answer?.errors }, key);
  return (
    <li
      className={clsx(
        "grid grid-cols-[auto_1fr] gap-x-3 border-b border-rule py-3",
        isDragged && "bg-paper-deep",
      )}
    >
      <div className="flex flex-col items-center">
        {isLive && (
          <span
            aria-hidden="true"
            onPointerDown={onGrab}
            className="grid size-11 cursor-grab touch-none place-items-center text-ink-soft"
          >
            <Icon of={GripVertical} className="size-5" />
          </span>
        )}
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            type="submit"
            variant="quiet"
            size="sm"
            name={guideField.move}
            value={`${by < 0 ? "up" : "down"} ${id}`}
            aria-label={`Move ${name} ${by < 0 ? "up" : "down"}`}
            aria-disabled={(by < 0 ? isFirst : isLast) || undefined}
            onClick={(event) => {
              if (!isLive) return;
              event.preventDefault();
              onMove(by);
            }}
          >
            <Icon of={by < 0 ? ChevronUp : ChevronDown} className="size-4" />
          </Button>
        ))}
      </div>
      <div>
        <p className="font-semibold">{name}</p>
        <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_8rem_auto] sm:items-end">
          <TextField
            label="Section"
            optional
            list="guide-sections"
            maxLength={40}
            autoComplete="off"
            {...field(guideField.section(id))}
          />
          <TextField
            label={unit === "piece" ? "Par (pieces)" : "Par (lb)"}
            optional
            inputMode="decimal"
            maxLength={9}
            autoComplete="off"
            {...field(guideField.par(id))}
          />
          <Checkbox
            name={guideField.hide(id)}
            label="Leave out"
            defaultChecked={answer?.values ? guideField.hide(id) in answer.values : isHidden}
          />
        </div>
      </div>
    </li>
  );
}
