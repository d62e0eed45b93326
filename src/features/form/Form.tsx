import { type MouseEvent, type Ref, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { labelled } from '../../i18n/label-key.ts';
import { Field } from './Field.tsx';
import { FormEnd } from './FormEnd.tsx';
import type { FormValues } from './form.ts';
import { errorsOf, listsIn, messagesOf, useDraft, useLive, useReleased, useSteps } from './form-behaviour.client.ts';
import { type FormView, groupedField, messageOf, summaryLine } from './form-view.ts';
import { sendForm, useProof } from './send-form.client.ts';
import { passedDays, validateForm } from './validate-form.ts';

interface StepIndicatorProps {
  form: Pick<FormView, 'steps' | 'words' | 'hidden'>;
  current: number;
  onWalk: (to: number) => void;
}

/** The current step of a stepped form; visitors can go back to earlier steps. */
export function StepIndicator({ form, current, onWalk }: StepIndicatorProps) {
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

interface SummaryProps {
  title: string;
  /** The fields with an error: the ID of the field, and the line about it. */
  lines: readonly { id: string; line: string }[];
  /** What to do when the form itself is right. */
  help: string | null;
  live: boolean;
  ref: Ref<HTMLElement>;
}

/** What is wrong with a form, above it; each line leads to its field. */
export function Summary({ title, lines, help, live, ref }: SummaryProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript only this moves the focus to the errors
    <section ref={ref} className="summary" aria-labelledby={id} tabIndex={-1} autoFocus={!live}>
      <h2 id={id}>{title}</h2>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ id, line }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={lead}>
                {line}
              </a>
            </li>
          ))}
        </ul>
      )}
      {help && <p>{help}</p>}
    </section>
  );
}

/** Leads to the field without an entry in the history, where each entry is a step of the form. */
function lead(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}

interface FormProps {
  form: FormView;
  values?: FormValues;
  problems?: Record<string, string>;
  /** What went wrong, besides the messages at the fields. */
  notice?: string | null;
}

/**
 * A form: plain HTML that posts itself. With JavaScript it validates a field when the visitor leaves it, shows one step
 * at a time and sends without leaving the page.
 */
export default function Form({ form, values = {}, problems = {}, notice = null }: FormProps) {
  const prefix = useId().replaceAll(':', '');
  const failed = Object.keys(problems).length > 0 || Boolean(notice);
  const { live, types, typeCharacters } = useLive(failed, problems);
  const [state, setState] = useState<{ sending: boolean; notice: string | null }>({ sending: false, notice });
  /** Attempts to continue to the next step that failed. */
  const [attempts, setAttempts] = useState(0);
  const summary = useRef<HTMLElement>(null);
  const top = useRef<HTMLFormElement>(null);
  const proof = useProof(form.captcha, live);
  const released = useReleased();
  const validators = form.fields.map((field) => ({ ...field, values: field.options?.map(({ value }) => value) }));
  const say = (name: string, code: string, value?: unknown) => messageOf(form, name, code, value);

  const checked = (values: FormValues) => {
    const verdict = validateForm(values, validators, form.checks);
    return { verdict, problems: verdict.ok ? passedDays(validators, verdict.values) : verdict.problems };
  };
  const {
    register,
    handleSubmit,
    formState,
    trigger,
    getValues,
    getFieldState,
    reset,
    setError,
    setValue,
    clearErrors,
    watch,
  } = useForm<FormValues>({
    defaultValues: { ...values, ...listsIn(values, validators) },
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    resolver: (values) => {
      const { verdict, problems } = checked(values);
      return verdict.ok && Object.keys(problems).length === 0
        ? { values: verdict.values, errors: {} }
        : { values: {}, errors: errorsOf(problems, say) };
    },
  });
  // A choice in a group that may be closed: it is said at the group and before the button.
  const timed = groupedField(form);
  const picked = watch(timed?.name ?? '');
  const { restored, forget } = useDraft(form, live, values, getValues, reset);
  // Once a time is chosen and nothing else is filled in, the button leads on to what is still asked.
  const [isLed, setLed] = useState(false);
  const leadsOn =
    live &&
    !isLed &&
    !restored &&
    Boolean(picked) &&
    Object.keys(formState.dirtyFields).every((one) => one === timed?.name);

  const { steps } = form;
  const several = steps.length > 1;
  const stepped = live && several;
  const { step, walk } = useSteps(stepped, () => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus();
  });
  const last = !stepped || step === steps.length - 1;
  const visible = (name: string) => !stepped || (steps[step]?.fields.includes(name) ?? last);
  const found =
    live && (formState.isSubmitted || Object.keys(formState.errors).length > 0)
      ? messagesOf(formState.errors)
      : problems;
  const listed = [
    ...validators.filter(({ name }) => found[name] && visible(name)),
    ...(form.captcha && found.captcha && last ? [{ name: 'captcha', label: form.captcha.label }] : []),
  ].map(({ name, label, max }: { name: string; label: string; max?: number | undefined }) => ({
    id: `${prefix}${name}`,
    line: summaryLine(form, label, found[name] ?? '', max),
  }));
  const bound = form.readBack?.field ?? '';
  const isReadBack = found[bound] === say(bound, 'read-back', live ? getValues(bound) : values[bound]);
  // The summary appears after an attempt to continue, and not when a field is left.
  const tried = attempts > 0 || formState.submitCount > 0 || failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary takes the focus after a failed attempt
  useEffect(() => {
    if (!tried && !state.notice) return;
    summary.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    summary.current?.focus({ preventScroll: true });
  }, [attempts, formState.submitCount, state.notice]);

  const forward = async () => {
    if (!(await trigger(steps[step]?.fields ?? []))) return setAttempts(attempts + 1);
    setAttempts(0);
    walk(step + 1);
  };
  const registered = (name: string) => {
    const input = register(name);
    return {
      ...input,
      // What was wrong and is right now is said no longer; what is still wrong is said when the field is left.
      onChange: async (event: Parameters<typeof input.onChange>[0]) => {
        await input.onChange(event);
        if (!getFieldState(name).invalid || checked(getValues()).problems[name]) return;
        await released();
        clearErrors(name);
      },
      onBlur: async (event: Parameters<typeof input.onBlur>[0]) => {
        await released();
        await input.onBlur(event);
        // A field that was left empty is reported with the others, when the visitor continues.
        const value = getValues(name);
        if ((typeof value === 'string' && value !== '') || getFieldState(name).invalid) await trigger(name);
      },
    };
  };
  const submit = handleSubmit(async () => {
    setState({ sending: true, notice: null });
    const result = await sendForm(form, new FormData(top.current ?? undefined), types ? null : await proof());
    if (result.kind === 'sent') {
      forget();
      location.href = result.href;
      return;
    }
    const text = result.kind === 'failed' ? result.text : null;
    setState({
      sending: false,
      notice:
        result.kind === 'offline' ? form.words.offline : result.kind === 'failed' ? (text ?? form.words.failed) : null,
    });
    if (result.kind !== 'problems') return;
    for (const [name, code] of Object.entries(result.problems))
      setError(name, { type: code, message: say(name, code, getValues(name)) });
    if (Object.hasOwn(result.problems, 'captcha')) typeCharacters();
    const at = steps.findIndex(({ fields }) => fields.some((name) => Object.hasOwn(result.problems, name)));
    if (stepped && at >= 0) walk(at);
  });

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (state.sending) return;
    if (leadsOn) {
      setLed(true);
      const [next] = validators.filter(({ name }) => name !== timed?.name);
      return top.current?.querySelector<HTMLElement>(`[name="${next?.name}"]`)?.focus();
    }
    if (last) submit(event);
    else forward();
  };

  return (
    <form
      ref={top}
      action={form.action}
      method="post"
      data-form={form.name}
      // Until the code is here, a style sheet shows what it will show, if scripts run at all.
      className={live || failed ? undefined : 'staged'}
      noValidate={live}
      // Browsers restore radios by their order, and the hours of today are others than those of yesterday.
      autoComplete={timed ? 'off' : undefined}
      tabIndex={-1}
      aria-busy={state.sending}
      onSubmit={live ? onSubmit : undefined}
    >
      {Object.entries(form.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {((listed.length > 0 && tried) || state.notice) && (
        <Summary
          ref={summary}
          title={state.notice ?? ((isReadBack && form.readBack?.title) || form.words.summary)}
          lines={listed}
          help={state.notice && form.words.phone}
          live={live}
        />
      )}
      {form.note && <p className="note">{form.note}</p>}
      {several && <StepIndicator form={form} current={step} onWalk={walk} />}
      <p className="hint">{form.words.required}</p>
      {steps.map((one, at) => (
        <div key={one.name} className={at > 0 ? 'fields later' : 'fields'} hidden={stepped && at !== step}>
          {several && <h2>{one.label}</h2>}
          {one.fields.map((name) => {
            const field = validators.find((validator) => validator.name === name);
            return (
              field && (
                <Field
                  key={name}
                  field={field}
                  prefix={prefix}
                  input={registered(name)}
                  value={values[name]}
                  picked={name === timed?.name ? picked : undefined}
                  restored={restored?.[name]}
                  problem={found[name]}
                  choose={form.words.choose}
                  chosenWord={form.words.chosen}
                  yourChoice={form.words.yourChoice}
                  onChoose={(chosen) => setValue(name, chosen)}
                />
              )
            );
          })}
        </div>
      ))}
      <FormEnd
        form={form}
        live={live}
        prefix={prefix}
        last={last}
        sending={state.sending}
        types={types}
        problem={found.captcha}
        choice={timed?.options?.find(({ value }) => value === picked)}
        leadsOn={leadsOn}
        onBack={stepped && step > 0 ? () => walk(step - 1) : null}
      />
    </form>
  );
}
