import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FormValues } from '../../domain/forms/form.ts';
import { type FormView, messageOf } from '../../domain/forms/form-view.ts';
import { validateForm } from '../../domain/forms/validate-form.ts';
import { labelled } from '../../i18n/labelled.ts';
import { Field } from './Field.tsx';
import { FormEnd } from './FormEnd.tsx';
import { errorsOf, listsIn, messagesOf } from './form-errors.ts';
import { StepIndicator } from './StepIndicator.tsx';
import { sendForm, useProof } from './send-form.ts';
import { useDraft } from './use-draft.ts';
import { useReleased } from './use-released.ts';

interface Props {
  form: FormView;
  values?: FormValues;
  problems?: Record<string, string>;
  /** What went wrong, besides the messages at the fields. */
  notice?: string | null;
}

/**
 * A form: plain HTML that posts itself. With JavaScript it validates while the visitor types, shows one step at a time
 * and sends without leaving the page.
 */
export default function Form({ form, values = {}, problems = {}, notice = null }: Props) {
  const prefix = useId().replaceAll(':', '');
  const [live, setLive] = useState(false);
  const [step, setStep] = useState(0);
  const [state, setState] = useState<{ sending: boolean; notice: string | null }>({ sending: false, notice });
  const summary = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLFormElement>(null);
  const proof = useProof(form.captcha, live);
  const released = useReleased();
  // Without a proof of work (an old browser, a blocked worker) the visitor can type the characters here too.
  const [types, setTypes] = useState(false);
  const validators = form.fields.map((field) => ({ ...field, values: field.options?.map(({ value }) => value) }));
  const say = (name: string, code: string) => messageOf(form, name, code);

  const { register, handleSubmit, formState, trigger, getValues, reset, setError } = useForm<FormValues>({
    defaultValues: { ...values, ...listsIn(values, validators) },
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    resolver: (values) => {
      const verdict = validateForm(values, validators, form.checks);
      return verdict.ok
        ? { values: verdict.values, errors: {} }
        : { values: {}, errors: errorsOf(verdict.problems, say) };
    },
  });
  const forget = useDraft(form, live, getValues, reset);
  useEffect(() => setLive(true), []);

  const found =
    live && (formState.isSubmitted || Object.keys(formState.errors).length > 0)
      ? messagesOf(formState.errors)
      : problems;
  const steps = form.steps;
  const stepped = live && steps.length > 1;
  const last = !stepped || step === steps.length - 1;
  const visible = (name: string) => !stepped || (steps[step]?.fields.includes(name) ?? last);
  const listed = [
    ...validators.filter(({ name }) => found[name] && visible(name)),
    ...(form.captcha && found.captcha && last ? [{ name: 'captcha', label: form.captcha.label }] : []),
  ];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary takes the focus after a failed attempt
  useEffect(() => {
    if (formState.submitCount > 0 || Object.keys(problems).length > 0 || state.notice) summary.current?.focus();
  }, [formState.submitCount, state.notice]);

  const forward = async () => {
    const names = steps[step]?.fields ?? [];
    if (await trigger(names)) walk(step + 1);
    else summary.current?.focus();
  };
  const registered = (name: string) => {
    const input = register(name);
    return {
      ...input,
      onBlur: (event: Parameters<typeof input.onBlur>[0]) => released().then(() => input.onBlur(event)),
    };
  };
  const walk = (to: number) => {
    setStep(to);
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus();
  };
  const submit = handleSubmit(
    async () => {
      setState({ sending: true, notice: null });
      const result = await sendForm(form, new FormData(top.current ?? undefined), types ? null : await proof());
      if (result.kind === 'sent') {
        forget();
        location.href = result.href;
        return;
      }
      setState({
        sending: false,
        notice:
          result.kind === 'offline'
            ? form.words.offline
            : result.kind === 'failed'
              ? (result.text ?? form.words.failed)
              : null,
      });
      if (result.kind === 'problems') {
        for (const [name, code] of Object.entries(result.problems))
          setError(name, { type: code, message: say(name, code) });
        if (Object.hasOwn(result.problems, 'captcha')) setTypes(true);
        const at = steps.findIndex(({ fields }) => fields.some((name) => Object.hasOwn(result.problems, name)));
        if (stepped && at >= 0) setStep(at);
      }
    },
    () => summary.current?.focus(),
  );

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (state.sending) return;
    if (last) submit(event);
    else forward();
  };

  return (
    <form
      ref={top}
      action={form.action}
      method="post"
      noValidate={live}
      tabIndex={-1}
      aria-busy={state.sending}
      onSubmit={live ? onSubmit : undefined}
    >
      {Object.entries(form.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {(listed.length > 0 || state.notice) && (
        // biome-ignore lint/a11y/noAutofocus: without JavaScript only this moves the focus to the errors
        <div ref={summary} className="summary" role="alert" tabIndex={-1} autoFocus={!live}>
          <h2>{state.notice ?? form.words.summary}</h2>
          {listed.length > 0 && (
            <ul>
              {listed.map(({ name, label }) => (
                <li key={name}>
                  <a href={`#${prefix}${name}`}>{labelled(label, found[name] ?? '', form.hidden.language ?? '')}</a>
                </li>
              ))}
            </ul>
          )}
          {state.notice && <p>{form.words.phone}</p>}
        </div>
      )}
      {form.note && <p className="note">{form.note}</p>}
      <p className="hint">{form.words.required}</p>
      {stepped && <StepIndicator form={form} current={step} onWalk={walk} />}
      {steps.map((one, at) => (
        <div key={one.name} className="fields" hidden={stepped && at !== step}>
          {steps.length > 1 && <h2>{one.label}</h2>}
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
                  problem={found[name]}
                  optional={form.words.optional}
                  choose={form.words.choose}
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
        onBack={stepped && step > 0 ? () => walk(step - 1) : null}
      />
    </form>
  );
}
