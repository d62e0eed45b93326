import type * as z from 'zod';
import { type TextEdit, textDigest } from '../../../content/changes/change-texts.server.ts';
import { withChoice } from '../../../content/changes/save-edit.server.ts';
import { contentKindName } from '../../../content/fields/content-kind.ts';
import { partsOf, pointerOf, type Step, valueAt, withValue } from '../../../content/fields/pointer.ts';
import { nodeAt, type Posted, withIds, withOperation, withPosted } from '../../../content/fields/posted-form.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { notFound, textField, textFields } from '../../../platform/http/action.server.ts';
import { mayChange, mayReadKind, reachOf } from '../../staff/rights.ts';
import {
  type ActionContext,
  type Fields,
  listFilter,
  type Outcome,
  posted,
  postedRows,
  type StudioAction,
} from '../../staff/studio/studio-action.view.ts';
import type { StudioWrong } from '../../staff/studio-messages.ts';
import { jumpedPrice } from '../change-words.ts';
import { NEW } from '../content-item.ts';
import { newModule } from '../form-panels.ts';
import { textsLeft } from '../text.view.ts';
import { directionOf, replacementOf } from './texts.server.ts';

type Item = NonNullable<ReturnType<ActionContext['studio']['content']['find']>>;

const MODULES = ['params', 'modules'];
const pageOf = ({ kind, name }: Pick<Item, 'kind' | 'name'>) => `/studio/content/${kind}/${name}/`;

const itemFields = { kind: textField(40).transform(contentKindName), name: textField(100) };

/** An action on an item of content that the person may see. */
const onItem = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  act: (item: Item, context: ActionContext, input: Fields<Shape>) => Promise<Outcome>,
): StudioAction => {
  const run = posted(shape, (input, context: ActionContext, item: Item) => act(item, context, input));
  return posted(itemFields, async ({ kind, name }, context: ActionContext) => {
    const { person, studio } = context;
    const item = kind && mayReadKind(person, kind) ? studio.content.find(kind, name, person.member) : null;
    return item ? run(context, item) : notFound();
  });
};

/** What a form posted: the data that it was opened with, and that data with what was written. */
function editOf(item: Item, { body: { raw }, studio }: ActionContext): { base: unknown; data: unknown } | null {
  const json = (name: string): unknown => {
    try {
      return JSON.parse(String(raw[name]));
    } catch {
      return undefined;
    }
  };
  const form = studio.content.formFor(item);
  const base = json('base');
  const shown = raw.shown === undefined ? base : json('shown');
  if (!form || base === undefined || shown === undefined) return null;
  const values: Posted = new Map(
    Object.entries(raw).flatMap(([name, value]) => (name.startsWith('/') ? [[name, [value].flat().map(String)]] : [])),
  );
  let data = withPosted(form, shown, values);
  for (let at = 0; raw[`choice:${at}`] !== undefined; at += 1) {
    const choice = json(`conflict:${at}`) as { path?: readonly Step[]; mine?: unknown } | undefined;
    if (raw[`choice:${at}`] === 'mine' && Array.isArray(choice?.path))
      data = withChoice(data, choice.path, choice.mine);
  }
  return { base, data: studio.content.withConsequences(item.kind, data, base) };
}

/** What a form posted with the images that were chosen in it, and how many were stored and refused; null without it. */
async function editWithImages(item: Item, context: ActionContext) {
  const { studio, body } = context;
  const uploads = body.files ?? new Map<string, Uint8Array>();
  const edit = editOf(item, context);
  const form = studio.content.formFor(item);
  if (!edit || !form) return null;
  let { data } = edit;
  let stored = 0;
  for (const [name, bytes] of uploads) {
    const pointer = /^file:(.*)$/.exec(name)?.[1];
    const place = pointer === undefined ? undefined : nodeAt(form, data, pointer)?.place;
    const path = place && (await studio.content.storeImage(bytes, item.name));
    if (!path) continue;
    data = withValue(data, place, path);
    stored += 1;
  }
  return { ...edit, form, data, stored, refused: uploads.size - stored };
}

const WRONG: Readonly<Record<string, StudioWrong>> = {
  conflict: 'content-clash',
  gone: 'content-gone',
  name: 'content-name',
  broken: 'content-broken',
  forbidden: 'content-forbidden',
  invalid: 'content-invalid',
};

/** What a form of content posted, and how it is kept as a draft. */
interface Posting {
  item: Item;
  context: ActionContext;
  edit: NonNullable<Awaited<ReturnType<typeof editWithImages>>>;
  keep: (data: unknown) => Promise<string>;
}

/** Does what the pressed button says; what cannot be saved is kept as a draft and shown again. */
const save = onItem({ do: textField() }, async (item, context, { do: button }) => {
  const { studio, person } = context;
  const edit = await editWithImages(item, context);
  if (!edit) return { to: pageOf(item), wrong: 'content-lost' };
  const keep = (data: unknown) =>
    studio.content.keepDraft(item, { base: item.name === NEW ? item.data : edit.base, data }, person);
  const posting = { item, context, edit, keep };
  if (button.includes(':')) return changedForm(posting, button);
  edit.data = withIds(edit.form, edit.data);
  if (button === 'keep') return keptDraft(posting);
  if (edit.refused > 0) {
    await keep(edit.data);
    return { to: pageOf(item), wrong: 'content-image' };
  }
  return (await askedAgain(posting)) ?? savedItem(posting, button === 'publish');
});

/** A button that changes the form: an image, a block that is ready to use, or an item of a list. */
async function changedForm({ item, context, edit, keep }: Posting, button: string): Promise<Outcome> {
  const [operation = '', pointer = ''] = button.split(/:(.*)/s);
  const placeOf = (place: string) => `${pageOf(item)}#${encodeURIComponent(`f${place}`)}`;
  if (operation === 'image') {
    await keep(edit.data);
    return edit.stored > 0
      ? { to: placeOf(pointer), done: 'content-draft' }
      : { to: placeOf(pointer), wrong: 'content-image' };
  }
  if (operation === 'preset') {
    const modules = (valueAt(edit.data, MODULES) ?? []) as Parameters<typeof newModule>[1];
    await keep(withValue(edit.data, MODULES, [...modules, newModule(pointer, modules)]));
    return { to: placeOf(`${pointerOf(MODULES)}/${modules.length}`) };
  }
  const key = String(context.body.raw[`key:${pointer}`] ?? '').trim();
  await keep(withOperation(edit.form, edit.data, button, key));
  return { to: placeOf(operation === 'add' ? pointer : pointer.split('/').slice(0, -1).join('/')) };
}

/** Keeps what was written; a script gets the findings of the draft. */
async function keptDraft({ item, context, edit, keep }: Posting): Promise<Outcome> {
  const { studio, person, body } = context;
  const at = await keep(edit.data);
  if (!body.json) return { to: pageOf(item), done: 'content-draft' };
  const t = labelsIn(person.language);
  const findings = studio.content
    .findings(item, edit.data, studio.content.around())
    .map(({ place, severity, label, values }) => ({ place: pointerOf(place), severity, text: t(label, values) }));
  return Response.json({ ok: true, at, findings }, { headers: { 'Cache-Control': 'no-store' } });
}

/** Asks whether a price is right that differs much from the one before; null where nothing has to be asked. */
async function askedAgain({ item, context, edit, keep }: Posting): Promise<Outcome | null> {
  const jumped = jumpedPrice(edit.base, edit.data);
  if (jumped === null || context.body.raw['price-sure'] === String(jumped)) return null;
  if (!mayChange(context.person, item.file, ['Price'], item.data)) return null;
  await keep(edit.data);
  return { to: `${pageOf(item)}?sure=${jumped}`, wrong: 'content-price' };
}

/** Writes the item, and publishes where that was asked for. */
async function savedItem({ item, context, edit, keep }: Posting, publishes: boolean): Promise<Outcome> {
  const { studio, person, body } = context;
  const result =
    item.name === NEW
      ? await studio.content.create(item.kind, edit.data, person)
      : await studio.content.save(item, { base: edit.base, wanted: edit.data }, person);
  if (!result.ok) {
    await keep(edit.data);
    if (body.json && result.problem === 'conflict')
      return Response.json({ ok: false, wrong: 'conflict', conflicts: result.conflicts }, { status: 409 });
    const code = result.problem === 'refused' ? result.refusal.kind : result.problem;
    return { to: pageOf(item), wrong: WRONG[code] ?? 'unknown' };
  }
  await studio.content.discard(item, person);
  const mayPublish = reachOf(person.role, 'publish') !== null;
  if (mayPublish) studio.publish.prepare();
  if (mayPublish && publishes) {
    await studio.publish.start(person);
    return { to: '/studio/publish/', done: 'saved' };
  }
  if ('name' in result) return { to: pageOf({ ...item, name: result.name }), done: 'created' };
  return { to: pageOf(item), done: result.changed ? 'content-saved' : 'unchanged' };
}

const undoFields = { number: textField(12).transform(Number), back: textField(10) };

/** What is done with content files. */
export const CONTENT_ACTIONS = {
  'content-save': save,
  'content-discard': onItem({}, async (item, { studio, person }) => {
    await studio.content.discard(item, person);
    return { to: item.name === NEW ? `/studio/content/${item.kind}/` : pageOf(item), done: 'discarded' };
  }),
  'content-copy': onItem({}, async (item, { studio, person }) => {
    const isCopied = await studio.content.copy(item, person);
    return isCopied ? { to: pageOf({ ...item, name: NEW }), done: 'copied' } : notFound();
  }),
  'content-archive': onItem({}, async (item, { studio, person }) => {
    const isDone = await studio.content.archive(item, person);
    return isDone ? { to: `/studio/content/${item.kind}/`, done: 'archived' } : notFound();
  }),
  'content-restore': posted(itemFields, async ({ kind, name }, { studio, person }: ActionContext) => {
    if (!kind || !mayReadKind(person, kind)) return notFound();
    const isBack = await studio.content.restore(kind, name, person);
    return isBack ? { to: pageOf({ kind, name }), done: 'content-restored' } : notFound();
  }),
  'content-undo': onItem(undoFields, async (item, { studio, person }, { number, back }) => {
    const isUndone = await studio.content.undo(item, number, person);
    const to = pageOf(item) + (back === 'photos' ? 'photos/' : 'history/');
    return isUndone ? { to, done: 'content-undone' } : { to, wrong: 'content-undo' };
  }),
  'content-source': onItem({ here: textField(3), field: textField(60) }, async (item, { studio, person }, input) => {
    const isHere = input.here === 'yes';
    const isSet = await studio.content.setSource(item, input.field, isHere, person);
    return isSet ? { to: pageOf(item), done: isHere ? 'taken-over' : 'given-back' } : notFound();
  }),
} satisfies Record<string, StudioAction>;

const labelsFields = { list: listFilter, delivered: textField(100), at: textFields };
const labelRows = postedRows({ id: textField(100), base: textField(40), text: textField(5000) });

/** What is done with the labels of the site. */
export const LABEL_ACTIONS = {
  'labels-save': posted(labelsFields, async ({ list: query, delivered, at }, context: ActionContext) => {
    const { studio, site, person } = context;
    const { translations } = studio;
    const { target } = directionOf(query, site);
    const edits = labelRows(at, context).flatMap(({ id: key, base, text: typed }) => {
      const text = key === delivered ? '' : typed.trim();
      return key && textDigest(text) !== base ? [{ key, base, text }] : [];
    });
    const to = `/studio/translations/labels/?${query}`;
    if (edits.length === 0) return { to, wrong: 'nothing' };
    const results = await translations.changeLabels(target, edits, person);
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    return refused.length > 0 ? { view: { kind: 'labels', query, refused } } : { to, done: 'saved' };
  }),
} satisfies Record<string, StudioAction>;

/** Replacing words in the whole content. */
export const REPLACE_ACTIONS = {
  'replace-apply': posted(
    { list: listFilter, place: textFields },
    async (input, { studio, site, person }: ActionContext) => {
      const { list: query, place: chosen } = input;
      const search = replacementOf(query, site);
      const to = `/studio/replace/?${query}`;
      if (search.find.trim() === '' || chosen.length === 0) return { to, wrong: 'nothing' };
      const { texts } = await studio.translations.replace(search, chosen, person);
      // A text without the words has changed since the preview.
      const left = [...textsLeft(texts), ...texts.filter(({ outcome }) => outcome === 'same')];
      if (left.length === 0) return { to: '/studio/replace/', done: 'replaced' };
      return { view: { kind: 'left', done: 'replaced', count: texts.length - left.length, left, back: to } };
    },
  ),
} satisfies Record<string, StudioAction>;

const MOST_CHARACTERS = 50_000;

const translationRows = postedRows({
  id: textField(500),
  text: textField(MOST_CHARACTERS),
  base: textField(40),
  source: textField(40),
});

/** The texts of a form that differ from what was shown. */
const editsIn = (
  rows: ReturnType<typeof translationRows>,
  { source, target }: { source: string; target: string },
): TextEdit[] =>
  rows
    .filter(({ id, base, text }) => partsOf(id).length > 0 && textDigest(text) !== base)
    .map((row) => ({ ...row, language: target, source: { language: source, base: row.source } }));

const translationsFields = { list: listFilter, right: textField(500), at: textFields };

/** What is done with translations, and with changes of many texts at once. */
export const TRANSLATION_ACTIONS = {
  'translations-save': posted(translationsFields, async ({ list: query, right, at }, context: ActionContext) => {
    const { studio, site, person } = context;
    const { translations } = studio;
    const file = query.get('file') ?? '';
    const direction = directionOf(query, site);
    if (!(await translations.file(file, direction, person))) return { to: '/studio/translations/', wrong: 'unknown' };
    const edits = editsIn(translationRows(at, context), direction);
    const results = edits.length > 0 ? await translations.save(file, direction.target, edits, person) : [];
    // A text that was typed anew is right by itself.
    const isSaved = results.some(({ edit, outcome }) => edit.id === right && outcome === 'saved');
    const isKept = right !== '' && !isSaved && (await translations.keepRight(file, right, direction, person));
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    if (refused.length > 0) return { view: { kind: 'translation', query, refused } };
    const to = `/studio/translations/file/?${query}`;
    return edits.length > 0 || isKept ? { to, done: 'saved' } : { to, wrong: 'nothing' };
  }),
  'batch-undo': posted({ batch: textField(60) }, async ({ batch }, { studio, person }: ActionContext) => {
    const undone = await studio.translations.undo(batch, person);
    if (!undone) return { to: '/studio/replace/', wrong: 'unknown' };
    const back = '/studio/replace/';
    const left = textsLeft(undone.texts);
    if (left.length === 0) return { to: back, done: 'batch-undone' };
    return { view: { kind: 'left', done: 'undone', count: undone.texts.length - left.length, left, back } };
  }),
} satisfies Record<string, StudioAction>;
