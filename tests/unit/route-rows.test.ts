import { expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { needsPage, withNeededRows } from '../../src/features/page/route-rows.ts';

const rowOf = (name: string, more: object = {}) => ({
  ...{
    name,
    path: `/${name}/`,
    breadcrumb: { name: {} },
    type: 'page' as const,
    paths: { nl: name } as Record<string, string>,
  },
  ...more,
});
const named = (rows: readonly { name: string }[], name: string) => rows.filter((row) => row.name === name);

test('every form with a row has a thank-you page, also when two rows lead to it', () => {
  const rows = FORMS.flatMap(({ name }) => [
    rowOf(`form-${name}`, { form: name }),
    rowOf(`also-${name}`, { form: name }),
  ]);
  const all = withNeededRows(rows, ['nl', 'fr', 'sv']);
  for (const { name } of FORMS)
    expect(named(all, `thank-you-${name}`), name).toEqual([
      expect.objectContaining({
        path: `/${name}/thank-you/`,
        paths: { nl: `${name}/bedankt`, fr: `${name}/merci`, sv: `${name}/thank-you` },
      }),
    ]);
  const odd = withNeededRows([rowOf('form-odd', { form: 'a"$&' })], ['nl']);
  expect(named(odd, 'thank-you-a"$&')).toMatchObject([{ paths: { nl: 'a"$&/bedankt' } }]);
  expect(named(withNeededRows([rowOf('about')], ['nl']), 'thank-you-offer')).toEqual([]);
});

test('a row of the agency stays as it is, and the row of the contact page brings its form', () => {
  const own = rowOf('thank-you-offer', { paths: { nl: 'dank-u' } });
  const all = withNeededRows([rowOf('form-offer', { form: 'offer' }), own], ['nl']);
  expect(named(all, 'thank-you-offer')).toEqual([own]);
  expect(named(all, 'home')).toHaveLength(1);
  expect(named(all, 'contact')).toMatchObject([{ form: 'site-contact' }]);
  expect(named(all, 'thank-you-site-contact')).toHaveLength(1);
  expect(all.filter(({ name }) => name.includes('{'))).toEqual([]);
});

test.each([
  ['about', 'page', undefined, true],
  ['projects', 'page', undefined, true],
  ['home', 'page', undefined, false],
  ['contact', 'page', 'site-contact', false],
  ['about', 'article', undefined, false],
])('a row %s of type %s with the form %s needs a page: %s', (name, type, form, needs) => {
  expect(needsPage({ name, type, form })).toBe(needs);
});
