import { describe, expect, test } from 'vitest';
import type { Content } from '../../src/content/content.ts';
import { checkOffices } from '../../src/content/files/check-references.server.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { covers, type Office, officeFor, officesOf } from '../../src/features/agency/settings.ts';
import { agencyOf } from '../../src/features/seo/linked-agency.view.ts';
import { agencyDir } from '../support/test-site.ts';

const content = readContent(agencyDir).content!;
const [main, second] = content.settings.offices.offices as [Office, Office];
const withOffices = (offices: Office[], change: Partial<Content> = {}): Content => ({
  ...content,
  ...change,
  settings: { ...content.settings, offices: { offices } },
});

describe('something belongs to', () => {
  const offices = [main, second];
  test.each([
    ['the office that it names', { office: 'brussels', manager: main.agents[0], zips: ['1850'] }, 'brussels'],
    ['the office of its agent', { manager: second.agents[0], zips: ['1850'] }, 'brussels'],
    ['the office of its postcode', { manager: 'somebody', zips: ['1210'] }, 'brussels'],
    ['no office, when nothing decides', { zips: ['9000'] }, undefined],
    ['no office, when the one that it names is unknown', { office: 'ghent' }, undefined],
  ])('%s', (_, facts, id) => expect(officeFor(offices, facts)?.id).toBe(id));
});

test.each([
  ['5000-5380', '5000', true],
  ['5000-5380', '5380', true],
  ['5000-5380', '5381', false],
  ['5000-5380', 'L-5100', false],
  ['L-6101', 'L-6101', true],
  ['1850', '1850', true],
  ['1850', '1851', false],
])('%s contains %s: %s', (range, zip, is) => expect(covers(range, zip)).toBe(is));

test('an agency without offices has the one of its settings', () => {
  const [only, ...others] = officesOf({ ...content.settings, offices: { offices: [] } });
  expect(others).toEqual([]);
  const { street, phone, email } = content.settings.site.agency;
  expect(only).toMatchObject({ street, phone, email, agents: [] });
});

test('search engines read of the agency and of each of its offices', () => {
  const nodes = agencyOf({ ...content, towns: [] }, 'fr', 'https://agency.example/fr/') as unknown as Record<
    string,
    unknown
  >[];
  expect(nodes.map((node) => [node['@id'], 'parentOrganization' in node])).toEqual([
    ['https://agency.example/#agency', false],
    ['https://agency.example/#office-grimbergen', true],
    ['https://agency.example/#office-brussels', true],
  ]);
  expect(nodes[2]).toMatchObject({ email: second.email, telephone: '+3222180199', address: { postalCode: '1000' } });
  expect(agencyOf({ ...withOffices([]), towns: [] }, 'fr', 'https://agency.example/fr/')).toHaveLength(1);
});

describe('the check of offices', () => {
  const found = (offices: Office[], change: Partial<Content> = {}) =>
    checkOffices(withOffices(offices, change)).map(({ file, field, allowed }) => `${file} ${field}: ${allowed}`);

  test('finds nothing wrong with the agency of the tests', () => expect(found([main, second])).toEqual([]));

  test.each<[string, Partial<Office>, string]>([
    ['an id twice', { id: main.id }, 'offices[1].id: give each office an id of its own'],
    ['an unknown agent', { agents: ['nobody'] }, 'offices[1].agents[0]: name a file in category/team/'],
    ['an agent of two offices', { agents: [main.agents[0]!] }, 'is of "grimbergen" already'],
    ['a postcode of two offices', { postcodes: ['1850'] }, 'a postcode has one office, and is of "grimbergen" already'],
    ['a range around another', { postcodes: ['1000-9999'] }, 'a postcode has one office'],
    ['a range that goes down', { postcodes: ['1299-1000'] }, 'write the lower postcode first: 1000-1299'],
  ])('finds %s', (_, change, said) => {
    const changed = { ...second, ...change };
    expect(found([main, changed]).join('\n')).toContain(said);
  });

  test('finds a property of an office that does not exist', () => {
    const [property] = content.properties;
    const properties = [{ ...property!, Office: 'brusels' }];
    expect(found([main, second], { properties })).toEqual([
      `properties/${property!.ID}.json Office: name an office of settings/offices.json: grimbergen, brussels`,
    ]);
    expect(found([], { properties }).join()).toContain('describe this office in settings/offices.json first');
  });
});
