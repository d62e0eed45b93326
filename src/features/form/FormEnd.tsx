import type { FieldView, FormView } from './form-view.ts';

interface Props {
  form: FormView;
  live: boolean;
  prefix: string;
  last: boolean;
  sending: boolean;
  /** Whether the visitor types the characters even though JavaScript runs. */
  types: boolean;
  problem: string | undefined;
  /** What was chosen in a group that may be closed. */
  choice: NonNullable<FieldView['options']>[number] | undefined;
  /** Whether the button leads on to the fields that are still empty. */
  leadsOn: boolean;
  onBack: (() => void) | null;
}

/** The end of a form: newsletter, privacy statement, the check against bots, and the buttons. */
export function FormEnd({ form, live, prefix, last, sending, types, problem, choice, leadsOn, onBack }: Props) {
  const { privacy, captcha, words } = form;
  const several = form.steps.length > 1;
  const id = `${prefix}captcha`;
  const characters = captcha && (
    <div className="f">
      <label htmlFor={id}>{captcha.label}</label>
      {problem && (
        <p className="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
      <img src={captcha.url} width="150" height="50" alt={captcha.label} />
      <input
        id={id}
        name="captcha"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={10}
        aria-describedby={`${id}-help${problem ? ` ${id}-wrong` : ''}`}
        aria-invalid={problem ? true : undefined}
      />
      <p className="hint" id={`${id}-help`}>
        {captcha.help}
      </p>
    </div>
  );
  // A button has room for the weekday, the day and the month in their short form.
  const short = choice && `${choice.groupShort?.slice(0, 3).join(' ') ?? choice.group}, ${choice.label}`;
  const chosenWords = leadsOn ? words.leadOn : words.chosenButton;
  return (
    <>
      <div className={several ? 'fields later' : 'fields'} hidden={!last}>
        {form.newsletter && (
          <label className="pick">
            <input type="checkbox" name="newsletter" value="1" />
            <span>{form.newsletter}</span>
          </label>
        )}
        <p className="hint">
          {privacy.before}
          <a href={privacy.href} target="_blank" rel="noopener">
            {privacy.link}
          </a>
          {privacy.after}
        </p>
        {/* A field that people do not see and bots fill in. */}
        <div className="vh" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label={words.leaveEmpty} />
        </div>
        {/* With JavaScript a proof of work takes the place of the picture. */}
        {types ? characters : <noscript>{characters}</noscript>}
      </div>
      <div className="acts">
        {onBack && (
          <button className="button quiet" type="button" onClick={onBack}>
            {words.previous}
          </button>
        )}
        {several && !(live && last) && (
          <button className="button next" type={live ? 'submit' : 'button'}>
            {words.next}
          </button>
        )}
        {last && (
          <button
            className={`button${form.accent ? ' accent' : ''}${several ? ' later' : ''}`}
            type="submit"
            aria-disabled={sending || undefined}
          >
            {sending ? words.sending : ((short && chosenWords?.replace('{choice}', short)) ?? words.button)}
          </button>
        )}
      </div>
    </>
  );
}
