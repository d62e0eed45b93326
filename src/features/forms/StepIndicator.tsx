import type { FormView } from '../../domain/forms/form-view.ts';

interface Props {
  steps: FormView['steps'];
  current: number;
  /** `Step {step} of {total}` */
  label: string;
  onWalk: (to: number) => void;
}

/** The current step of a stepped form; visitors can go back to earlier steps. */
export function StepIndicator({ steps, current, label, onWalk }: Props) {
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
        {label.replace('{step}', String(current + 1)).replace('{total}', String(steps.length))}: {steps[current]?.label}
      </p>
    </>
  );
}
