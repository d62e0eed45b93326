import { labelled } from '../../i18n/labelled.ts';
import type { FormView } from './form-view.ts';

interface Props {
  form: Pick<FormView, 'steps' | 'words' | 'hidden'>;
  current: number;
  onWalk: (to: number) => void;
}

/** The current step of a stepped form; visitors can go back to earlier steps. */
export function StepIndicator({ form, current, onWalk }: Props) {
  const { steps, words, hidden } = form;
  const place = words.step.replace('{step}', String(current + 1)).replace('{total}', String(steps.length));
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
        {labelled(place, steps[current]?.label ?? '', hidden.language ?? '')}
      </p>
    </>
  );
}
