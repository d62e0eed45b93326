import type { FormView } from '../../domain/forms/form-view.ts';
import { labelled } from '../../i18n/labelled.ts';

interface Props {
  steps: FormView['steps'];
  current: number;
  /** `Step {step} of {total}` */
  label: string;
  language: string;
  onWalk: (to: number) => void;
}

/** The current step of a stepped form; visitors can go back to earlier steps. */
export function StepIndicator({ steps, current, label, language, onWalk }: Props) {
  const place = label.replace('{step}', String(current + 1)).replace('{total}', String(steps.length));
  return (
    <>
      <ol className="walk">
        {steps.map(({ name, label: text }, at) => (
          <li
            key={name}
            className={at < current ? 'done' : undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            {at < current ? (
              <button type="button" onClick={() => onWalk(at)}>
                {text}
              </button>
            ) : (
              <span>{text}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="walknow" role="status">
        {labelled(place, steps[current]?.label ?? '', language)}
      </p>
    </>
  );
}
