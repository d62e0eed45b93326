import { expect, test } from 'vitest';
import { encoded, fetchPath, open } from '../support/browse.ts';
import { idsOf, publicPrice } from '../support/list-of.ts';
import { properties } from '../support/version.ts';

interface Count {
  count: number;
  counts: Record<string, number>;
}
const counted = async (goal: string, query: string) =>
  JSON.parse((await fetchPath(encoded(`/api/count?goal=${goal}&language=nl&${query}`))).text) as Count;
const available = async (path: string, query: string) => (await idsOf(path, `${query}&sold=hide`)).length;

test.each([
  ['sale', '/nl/te-koop/', 'bedrooms=3'],
  ['sale', '/nl/te-koop/', 'city=Grimbergen|1850&garden=1'],
  ['rent', '/nl/te-huur/', 'maxPrice=1500'],
])('%s: what a further choice is said to find beside %s?%s is what it finds', async (goal, path, query) => {
  const { count, counts } = await counted(goal, query);
  expect(count).toBe(await available(path, query));
  for (const feature of ['garden', 'terrace', 'parking', 'lift'])
    expect([feature, counts[`${feature}=1`] ?? 0]).toEqual([feature, await available(path, `${query}&${feature}=1`)]);
  for (const type of [1, 2, 3])
    expect([type, counts[`type=${type}`] ?? 0]).toEqual([type, await available(path, `${query}&type=${type}`)]);
  const elsewhere = query.replace(/city=[^&]*&?/, '');
  expect(counts['city=Meise|1860'] ?? 0).toBe(await available(path, `${elsewhere}&city=Meise|1860`));
});

test('a list offers what hides most and what only just does not match, and nothing when it is long', async () => {
  const few = await open('/nl/te-koop/?minPrice=900000&bedrooms=5');
  expect(few.querySelectorAll('.none a, .wider > p a').length).toBeGreaterThan(0);
  const prices = properties().flatMap((property) => (property.Goal === 0 ? (publicPrice(property) ?? []) : []));
  const cheapest = Math.min(...prices);
  const almost = await open(`/nl/te-koop/?maxPrice=${cheapest - 1}`);
  expect(almost.querySelectorAll('section.wider .card').length).toBeGreaterThan(0);
  expect((await open('/nl/te-koop/?bedrooms=1')).querySelectorAll('.wider')).toEqual([]);
});

test('a saved search keeps the criteria of its list, and its form shows them only then', async () => {
  const list = await open('/nl/te-koop/?city=Meise%7C1860&within=10&garden=1&lift=1&minGround=500&epc=B');
  const href = list.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '');
  const form = await open(href.find((one) => one.includes('?goal=sale')) ?? '');
  const chosen = (name: string) =>
    form.querySelectorAll(`[name=${name}]`).filter((field) => field.hasAttribute('checked')).length;
  expect([chosen('features'), chosen('towns')]).toEqual([2, 1]);
  expect(form.querySelector('[name=minGround]')?.getAttribute('value')).toBe('500');
  expect(form.querySelector('[name=epc] [selected]')?.getAttribute('value')).toBe('B');
  expect(form.querySelector('[name=within] [selected]')?.getAttribute('value')).toBe('10');
  const region = await open('/nl/hou-me-op-de-hoogte/?goal=sale&regions=brussels&regions=atlantis');
  const regions = region.querySelectorAll('[name=regions][checked]').map((field) => field.getAttribute('value'));
  expect(regions).toEqual(['brussels']);
  const inRegion = await open('/nl/te-koop/?region=brussels');
  expect(inRegion.querySelector('.tell a')?.getAttribute('href')).toContain('regions=brussels');
  const plain = await open('/nl/hou-me-op-de-hoogte/');
  expect(
    plain.querySelectorAll('[name=features], [name=epc], [name=within], [name=minGround], [name=regions]'),
  ).toEqual([]);
});
