import { describe, expect, test } from 'vitest';
import {
  addressOfSection,
  mayAddTo,
  mayChange,
  mayReadKind,
  ROLES,
  type Role,
} from '../../src/features/staff/rights.ts';

const AGENT = 'an-agent';
const OWN = { Manager: AGENT };
const OTHERS = { Manager: 'somebody-else' };
const NOBODYS = {};
const PROPERTY = 'properties/1.json';
const changers = (file: string, place: (string | number)[], data: unknown): Role[] =>
  ROLES.filter((role) => mayChange({ role, member: role === 'agent' ? AGENT : null }, file, place, data));

/** Who may change a place of a file, said in words. */
const CHANGERS: [what: string, file: string, place: (string | number)[], data: unknown, who: Role[]][] = [
  ['the price of an own property', PROPERTY, ['Price'], OWN, ['admin', 'office', 'agent']],
  ["the price of a colleague's property", PROPERTY, ['Price'], OTHERS, ['admin', 'office']],
  ['the price of a property without an agent', PROPERTY, ['Price'], NOBODYS, ['admin', 'office']],
  ['the title of an own property', PROPERTY, ['TypeDescription', 'nl'], OWN, ['admin', 'office', 'agent', 'editor']],
  ["the title of a colleague's property", PROPERTY, ['TypeDescription', 'nl'], OTHERS, ['admin', 'office', 'editor']],
  [
    'the photographs of a project',
    'projects/1.json',
    ['XLargePictureItems', 0],
    NOBODYS,
    ['admin', 'office', 'editor'],
  ],
  ['a page', 'menu/about.json', ['name', 'nl'], {}, ['admin', 'office', 'editor']],
  ['own days off', 'settings/viewings.json', ['agents', AGENT, 'closedDays'], {}, ['admin', 'office', 'agent']],
  ["a colleague's days off", 'settings/viewings.json', ['agents', 'somebody', 'closedDays'], {}, ['admin', 'office']],
  [
    'days off of a place that has the own name',
    'settings/viewings.json',
    ['properties', AGENT],
    {},
    ['admin', 'office'],
  ],
  ['the hours of the office', 'settings/site.json', ['agency', 'hours', 'nl'], {}, ['admin', 'office']],
  ['the hours of an office', 'settings/offices.json', ['offices', 0, 'openingHours', 0], {}, ['admin', 'office']],
  ['the name of the agency', 'settings/site.json', ['agency', 'name'], {}, ['admin']],
  ['the hours of something else', 'settings/forms.json', ['hours'], {}, ['admin']],
  ['the tags', 'settings/tracking.json', ['tagManager'], {}, ['admin']],
  ['a file that is no content', 'notes.txt', [], {}, []],
];

test.each(CHANGERS)('%s', (_what, file, place, data, who) => {
  expect(changers(file, place, data)).toEqual(ROLES.filter((role) => who.includes(role)));
});

test('an account of an agent who is no member of the team changes no property, not even one without an agent', () => {
  const editor = { role: 'agent' as const, member: null };
  expect(mayChange(editor, PROPERTY, ['Price'], { Manager: null })).toBe(false);
  expect(mayChange(editor, 'settings/viewings.json', ['agents', 'null', 'closedDays'], {})).toBe(false);
});

describe('what a role sees and adds', () => {
  const who = (may: (role: Role) => boolean) => ROLES.filter(may);
  const editorOf = (role: Role) => ({ role, member: null });
  test('properties are for everybody to read, pages not for agents, settings not for editors and readers', () => {
    expect(who((role) => mayReadKind(editorOf(role), 'properties'))).toEqual(ROLES);
    expect(who((role) => mayReadKind(editorOf(role), 'pages'))).toEqual(ROLES.filter((role) => role !== 'agent'));
    expect(who((role) => mayReadKind(editorOf(role), 'settings'))).toEqual(
      ROLES.filter((role) => ['admin', 'office', 'agent'].includes(role)),
    );
  });
  test('an editor adds pages and no properties, an agent properties and no pages, nobody settings', () => {
    expect(who((role) => mayAddTo(editorOf(role), 'properties'))).toEqual(
      ROLES.filter((role) => ['admin', 'office', 'agent'].includes(role)),
    );
    expect(who((role) => mayAddTo(editorOf(role), 'pages'))).toEqual(
      ROLES.filter((role) => ['admin', 'office', 'editor'].includes(role)),
    );
    expect(who((role) => mayAddTo(editorOf(role), 'settings'))).toEqual([]);
  });
  test('only who reads all requests decides to which members of the team they are mailed', () => {
    const readers = ROLES.filter((role) => ['admin', 'office'].includes(role));
    expect(who((role) => mayAddTo(editorOf(role), 'team'))).toEqual(readers);
    expect(who((role) => mayChange(editorOf(role), 'category/team/lotte.json', ['email'], {}))).toEqual(readers);
    expect(who((role) => mayChange(editorOf(role), 'category/team/lotte.json', ['phone'], {}))).toEqual(
      ROLES.filter((role) => ['admin', 'office', 'editor'].includes(role)),
    );
  });
  test('a section of the menu leads where somebody sees something', () => {
    expect(addressOfSection(editorOf('editor'), 'leads')).toBeNull();
    expect(addressOfSection(editorOf('admin'), 'leads')).toBe('/studio/leads/');
    expect(addressOfSection(editorOf('admin'), '')).toBe('/studio/');
    expect(addressOfSection(editorOf('reader'), 'properties')).toBe('/studio/content/properties/');
    expect(addressOfSection(editorOf('agent'), 'website')).toBe('/studio/content/settings/');
    expect(addressOfSection(editorOf('editor'), 'website')).toBe('/studio/content/pages/');
  });
});
