import { createRoot } from 'react-dom/client';
import { absorbSecondTap } from '../../ui/absorb-second-tap.ts';
import { provide } from '../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../ui/load-json.ts';
import Form from './Form.tsx';
import type { FormView } from './form-view.ts';

/** The response of `GET /api/forms/{form}` to a page that opens the form in a dialog. */
interface Opened {
  title: string;
  intro: string | null;
  close: string;
  /** The property that the form is about, in a line, with the URL of its photograph. */
  subject: { line: string; photo: string | null } | null;
  form: FormView;
}

/**
 * Opens the forms that links inside point to (`data-form`) in a dialog on the page, with a fresh token. If that fails,
 * the link opens the form's own page, as it does without JavaScript.
 */
function start(host: HTMLElement): void {
  host.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-form]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    try {
      const query = new URLSearchParams(link.search);
      query.set('language', document.documentElement.lang);
      query.set('page', location.pathname);
      const opened = await loadJson<Opened>(`/api/forms/${link.dataset.form}?${query}`, { tries: 2 });
      await loadStyles(host.dataset.rules ?? '');
      show(opened);
    } catch {
      location.assign(link.href);
    }
    link.removeAttribute('aria-busy');
  });
}

/** Resolves when the stylesheets of the forms have loaded. */
function loadStyles(urls: string): Promise<unknown> {
  const missing = urls.split(' ').filter((href) => !document.querySelector(`link[href="${href}"]`));
  return Promise.all(
    missing.map(
      (href) =>
        new Promise((resolve, reject) => {
          const sheet = Object.assign(document.createElement('link'), {
            rel: 'stylesheet',
            href,
            onload: resolve,
            onerror: reject,
          });
          document.head.append(sheet);
        }),
    ),
  );
}

function show({ title, intro, close, subject, form }: Opened): void {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'form-dialog' });
  dialog.setAttribute('aria-label', title);
  document.body.append(dialog);
  const root = createRoot(dialog);
  root.render(
    <>
      <div className="row">
        {subject?.photo && <img src={subject.photo} alt="" />}
        <div>
          <h2>{title}</h2>
          {subject && <p className="meta">{subject.line}</p>}
        </div>
        <button
          type="button"
          className="x"
          onClick={({ nativeEvent }) => {
            absorbSecondTap(nativeEvent);
            dialog.close();
          }}
        >
          {close} <span aria-hidden="true">×</span>
        </button>
      </div>
      {intro && <p>{intro}</p>}
      <Form form={form} />
    </>,
  );
  // Removed after it closes, so that the next form starts with a fresh token.
  dialog.addEventListener('close', () => {
    root.unmount();
    dialog.remove();
  });
  dialog.showModal();
}

provide('form-in-place', start);
