import { type TextEdit, textDigest } from '../../../content/changes/change-texts.server.ts';
import { withChoice } from '../../../content/changes/save-edit.server.ts';
import { contentKindName } from '../../../content/fields/content-kind.ts';
import { partsOf, pointerOf, type Step, valueAt, withValue } from '../../../content/fields/pointer.ts';
import { nodeAt, type Posted, withOperation, withPosted } from '../../../content/fields/posted-form.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { notFound } from '../../../platform/http/action.server.ts';
import { mayChange, mayReadKind, reachOf } from '../../staff/rights.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import type { StudioWrong } from '../../staff/studio-messages.ts';
import { jumpedPrice } from '../change-words.ts';
import { NEW } from '../content-item.ts';
import { newModule } from '../form-panels.ts';
import { textsLeft } from '../text.view.ts';
import { directionOf, replacementOf } from './texts.server.ts';

type Thing = NonNullable<ReturnType<ActionContext['studio']['content']['find']>>;

const MODULES = ['params', 'modules'];
const pageOf = ({ kind, name }: Pick<Thing, 'kind' | 'name'>) => `/studio/content/${kind}/${name}/`;

/** An action on a thing that the person may see. */
const onThing =
  (act: (thing: Thing, context: ActionContext) => Promise<Outcome>): StudioAction =>
  async (context) => {
    const { fields, person, studio } = context;
    const kind = contentKindName(fields('kind', 40));
    const thing =
      kind && mayReadKind(person, kind) ? studio.content.find(kind, fields('name', 100), person.member) : null;
    return thing ? act(thing, context) : notFound();
  };

/** What a form posted: the data that it was opened with, and that data with what was written. */
function editOf(thing: Thing, { body: { raw }, studio }: ActionContext): { base: unknown; data: unknown } | null {
  const json = (name: string): unknown => {
    try {
      return JSON.parse(String(raw[name]));
    } catch {
      return undefined;
    }
  };
  const form = studio.content.formFor(thing);
  const base = json('base');
  const shown = raw.shown === undefined ? base : json('shown');
  if (!form || base === undefined || shown === undefined) return null;
  const posted: Posted = new Map(
    Object.entries(raw).flatMap(([name, value]) => (name.startsWith('/') ? [[name, [value].flat().map(String)]] : [])),
  );
  let data = withPosted(form, shown, posted);
  for (let at = 0; raw[`choice:${at}`] !== undefined; at += 1) {
    const choice = json(`conflict:${at}`) as { path?: readonly Step[]; mine?: unknown } | undefined;
    if (raw[`choice:${at}`] === 'mine' && Array.isArray(choice?.path))
      data = withChoice(data, choice.path, choice.mine);
  }
  return { base, data: studio.content.withConsequences(thing.kind, data, base) };
}

/** What a form posted with the images that were chosen in it, and how many were stored and refused; null without it. */
async function editWithImages(thing: Thing, context: ActionContext) {
  const { studio, body } = context;
  const uploads = body.files ?? new Map<string, Uint8Array>();
  const edit = editOf(thing, context);
  const form = studio.content.formFor(thing);
  if (!edit || !form) return null;
  let { data } = edit;
  let stored = 0;
  for (const [name, bytes] of uploads) {
    const pointer = /^file:(.*)$/.exec(name)?.[1];
    const place = pointer === undefined ? undefined : nodeAt(form, data, pointer)?.place;
    const path = place && (await studio.content.storeImage(bytes, thing.name));
    if (!path) continue;
    data = withValue(data, place, path);
    stored += 1;
  }
  return { ...edit, data, stored, refused: uploads.size - stored };
}

const WRONG: Readonly<Record<string, StudioWrong>> = {
  conflict: 'content-clash',
  gone: 'content-gone',
  name: 'content-name',
  broken: 'content-broken',
  forbidden: 'content-forbidden',
  invalid: 'content-invalid',
};

/** Saves what was written; what cannot be saved is kept as a draft and shown again. */
const save = onThing(async (thing, context) => {
  const { studio, person, body } = context;
  const { raw } = body;
  const t = labelsIn(person.language);
  const edit = await editWithImages(thing, context);
  const form = studio.content.formFor(thing);
  if (!edit || !form) return { to: pageOf(thing), wrong: 'content-lost' };
  const button = String(raw.do ?? 'save');
  const keep = (data: unknown) =>
    studio.content.keepDraft(thing, { base: thing.name === NEW ? thing.data : edit.base, data }, person);
  if (button.includes(':')) {
    const [operation = '', pointer = ''] = button.split(/:(.*)/s);
    if (operation === 'image') {
      await keep(edit.data);
      const to = `${pageOf(thing)}#${encodeURIComponent(`f${pointer}`)}`;
      return edit.stored > 0 ? { to, done: 'content-draft' } : { to, wrong: 'content-image' };
    }
    if (operation === 'preset') {
      const modules = (valueAt(edit.data, MODULES) ?? []) as Parameters<typeof newModule>[1];
      await keep(withValue(edit.data, MODULES, [...modules, newModule(pointer, modules)]));
      return { to: `${pageOf(thing)}#${encodeURIComponent(`f${pointerOf(MODULES)}/${modules.length}`)}` };
    }
    await keep(withOperation(form, edit.data, button, String(raw[`key:${pointer}`] ?? '').trim()));
    const place = operation === 'add' ? pointer : pointer.split('/').slice(0, -1).join('/');
    return { to: `${pageOf(thing)}#${encodeURIComponent(`f${place}`)}` };
  }
  if (button === 'keep') {
    const at = await keep(edit.data);
    if (!body.json) return { to: pageOf(thing), done: 'content-draft' };
    const findings = studio.content.findings(thing, edit.data, studio.content.around());
    const lines = findings.map(({ place, severity, label, values }) => ({
      place: pointerOf(place),
      severity,
      text: t(label, values),
    }));
    return Response.json({ ok: true, at, findings: lines }, { headers: { 'Cache-Control': 'no-store' } });
  }
  if (edit.refused > 0) {
    await keep(edit.data);
    return { to: pageOf(thing), wrong: 'content-image' };
  }
  const jumped = jumpedPrice(edit.base, edit.data);
  if (jumped !== null && mayChange(person, thing.file, ['Price'], thing.data) && raw['price-sure'] !== String(jumped)) {
    await keep(edit.data);
    return { to: `${pageOf(thing)}?sure=${jumped}`, wrong: 'content-price' };
  }
  const result =
    thing.name === NEW
      ? await studio.content.create(thing.kind, edit.data, person)
      : await studio.content.save(thing, { base: edit.base, wanted: edit.data }, person);
  if (!result.ok) {
    await keep(edit.data);
    const code = result.problem === 'refused' ? result.refusal.kind : result.problem;
    if (body.json && result.problem === 'conflict')
      return Response.json({ ok: false, wrong: 'conflict', conflicts: result.conflicts }, { status: 409 });
    return { to: pageOf(thing), wrong: WRONG[code] ?? 'unknown' };
  }
  await studio.content.discard(thing, person);
  if (reachOf(person.role, 'publish') !== null) studio.publish.prepare();
  if (button === 'publish' && reachOf(person.role, 'publish') !== null) {
    await studio.publish.start(person);
    return { to: '/studio/publish/', done: 'saved' };
  }
  if ('name' in result) return { to: pageOf({ ...thing, name: result.name }), done: 'created' };
  return { to: pageOf(thing), done: result.changed ? 'content-saved' : 'unchanged' };
});

/** What is done with content files. */
export const CONTENT_ACTIONS = {
  'content-save': save,
  'content-discard': onThing(async (thing, { studio, person }) => {
    await studio.content.discard(thing, person);
    return { to: thing.name === NEW ? `/studio/content/${thing.kind}/` : pageOf(thing), done: 'discarded' };
  }),
  'content-copy': onThing(async (thing, { studio, person }) => {
    const isCopied = await studio.content.copy(thing, person);
    return isCopied ? { to: pageOf({ ...thing, name: NEW }), done: 'copied' } : notFound();
  }),
  'content-archive': onThing(async (thing, { studio, person }) => {
    const isDone = await studio.content.archive(thing, person);
    return isDone ? { to: `/studio/content/${thing.kind}/`, done: 'archived' } : notFound();
  }),
  async 'content-restore'({ fields, studio, person }: ActionContext): Promise<Outcome> {
    const kind = contentKindName(fields('kind', 40));
    if (!kind || !mayReadKind(person, kind)) return notFound();
    const name = fields('name', 100);
    const isBack = await studio.content.restore(kind, name, person);
    return isBack ? { to: pageOf({ kind, name }), done: 'content-restored' } : notFound();
  },
  'content-undo': onThing(async (thing, { studio, person, fields }) => {
    const isUndone = await studio.content.undo(thing, Number(fields('number', 12)), person);
    const room = fields('back', 10) === 'photos' ? 'photos/' : 'history/';
    return { to: pageOf(thing) + room, ...(isUndone ? { done: 'content-undone' } : { wrong: 'content-undo' }) };
  }),
  'content-source': onThing(async (thing, { studio, person, fields }) => {
    const isHere = fields('here', 3) === 'yes';
    const isSet = await studio.content.setSource(thing, fields('field', 60), isHere, person);
    return isSet ? { to: pageOf(thing), done: isHere ? 'taken-over' : 'given-back' } : notFound();
  }),
} satisfies Record<string, StudioAction>;

/** What is done with the labels of the site. */
export const LABEL_ACTIONS = {
  async 'labels-save'({ studio, site, person, fields, all }: ActionContext): Promise<Outcome> {
    const { translations } = studio;
    const query = new URLSearchParams(fields('list', 1000));
    const { target } = directionOf(query, site);
    const delivered = fields('delivered', 100);
    const edits = all('at').flatMap((at) => {
      const [key, base] = [fields(`id-${at}`, 100), fields(`base-${at}`, 40)];
      const text = key === delivered ? '' : fields(`text-${at}`, 5000).trim();
      return key && textDigest(text) !== base ? [{ key, base, text }] : [];
    });
    const to = `/studio/translations/labels/?${query}`;
    if (edits.length === 0) return { to, wrong: 'nothing' };
    const results = await translations.changeLabels(target, edits, person);
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    return refused.length > 0 ? { view: { kind: 'labels', query, refused } } : { to, done: 'saved' };
  },
} satisfies Record<string, StudioAction>;

/** Replacing words in the whole content. */
export const REPLACE_ACTIONS = {
  async 'replace-apply'({ studio, site, person, fields, all }: ActionContext): Promise<Outcome> {
    const query = new URLSearchParams(fields('list', 8000));
    const search = replacementOf(query, site);
    const to = `/studio/replace/?${query}`;
    const chosen = all('place');
    if (search.find.trim() === '' || chosen.length === 0) return { to, wrong: 'nothing' };
    const { texts } = await studio.translations.replace(search, chosen, person);
    // A text without the words has changed since the preview.
    const left = [...textsLeft(texts), ...texts.filter(({ outcome }) => outcome === 'same')];
    if (left.length === 0) return { to: '/studio/replace/', done: 'replaced' };
    return { view: { kind: 'left', done: 'replaced', count: texts.length - left.length, left, back: to } };
  },
} satisfies Record<string, StudioAction>;

const MOST_CHARACTERS = 50_000;

/** The texts of a form that differ from what was shown: `text-3`, with `id-3`, `base-3` and `source-3`. */
function editsIn({ all, fields }: ActionContext, { source, target }: { source: string; target: string }): TextEdit[] {
  return all('at').flatMap((at) => {
    const [id, text] = [fields(`id-${at}`, 500), fields(`text-${at}`, MOST_CHARACTERS)];
    const base = fields(`base-${at}`, 40);
    if (partsOf(id).length === 0 || textDigest(text) === base) return [];
    return [{ id, language: target, base, text, source: { language: source, base: fields(`source-${at}`, 40) } }];
  });
}

/** What is done with translations, and with changes of many texts at once. */
export const TRANSLATION_ACTIONS = {
  async 'translations-save'(context: ActionContext): Promise<Outcome> {
    const { studio, site, person, fields } = context;
    const { translations } = studio;
    const query = new URLSearchParams(fields('list', 1000));
    const file = query.get('file') ?? '';
    const direction = directionOf(query, site);
    if (!(await translations.file(file, direction, person))) return { to: '/studio/translations/', wrong: 'unknown' };
    const edits = editsIn(context, direction);
    const right = fields('right', 500);
    const results = edits.length > 0 ? await translations.save(file, direction.target, edits, person) : [];
    // A text that was typed anew is right by itself.
    const isSaved = results.some(({ edit, outcome }) => edit.id === right && outcome === 'saved');
    const isKept = right !== '' && !isSaved && (await translations.keepRight(file, right, direction, person));
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    if (refused.length > 0) return { view: { kind: 'translation', query, refused } };
    const to = `/studio/translations/file/?${query}`;
    return edits.length > 0 || isKept ? { to, done: 'saved' } : { to, wrong: 'nothing' };
  },
  async 'batch-undo'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const undone = await studio.translations.undo(fields('batch', 60), person);
    if (!undone) return { to: '/studio/replace/', wrong: 'unknown' };
    const back = '/studio/replace/';
    const left = textsLeft(undone.texts);
    if (left.length === 0) return { to: back, done: 'batch-undone' };
    return { view: { kind: 'left', done: 'undone', count: undone.texts.length - left.length, left, back } };
  },
} satisfies Record<string, StudioAction>;
