import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type At, found } from '../support/found-in-content.ts';
import { change } from '../support/small-content.ts';

const EVENTS = ['lead.created', 'person.erased'];
const TARGET = {
  name: 'crm',
  url: 'https://crm.example/x',
  events: EVENTS,
  recipient: { nl: 'Pakket', fr: 'Logiciel' },
};

const targets =
  (...all: object[]) =>
  (at: At) =>
    writeFileSync(at('settings/webhooks.json'), JSON.stringify({ targets: all }, null, 2));
const connections =
  (all: object, more: object = {}) =>
  (at: At) =>
    change(at('settings/import.json'), (data) => ({ ...data, connections: all, ...more }));

test('a recipient without words in a language of the site is an error, said once', async () => {
  const { usable, said } = await found(
    targets(TARGET, { ...TARGET, name: 'zap', recipient: { nl: 'Zapier', fr: ' ' } }),
  );
  expect(usable).toBe(false);
  expect(said).toEqual([
    expect.stringMatching(/^error settings\/webhooks\.json:\d+:\d+: targets\[1\]\.recipient: .*write it in fr too/),
  ]);
});

test('a target that is not told of an erasure is a warning, and a CRM is none', async () => {
  const { said } = await found(
    targets({ ...TARGET, events: ['viewing.booked'] }, { ...TARGET, name: 'w', format: 'whise', events: undefined }),
  );
  expect(said).toEqual([expect.stringMatching(/^warning .*targets\[0\]\.events: .*add "person\.erased"/)]);
});

test('a name that comes twice has its line, beside other mistakes', async () => {
  const { said } = await found(targets({ ...TARGET, url: 'x' }, TARGET));
  expect(said).toEqual([
    expect.stringMatching(/:\d+:\d+: targets\[0\]\.url/),
    expect.stringMatching(/:\d+:\d+: targets\[1\]\.name: found "crm"; targets\[0\] has this name too\./),
  ]);
});

test('URLs to which the site sends nothing are warnings, by the environment of the site', async () => {
  const local = (at: At) => {
    targets({ ...TARGET, url: 'https://192.168.1.5/x' })(at);
    connections({ whise: { url: 'https://localhost:8443/' } })(at);
  };
  const { said, usable } = await found(local, 'public');
  expect(usable).toBe(true);
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/^warning settings\/import\.json:.* connections\.whise\.url: .*localhost is not a public/),
    expect.stringMatching(/^warning settings\/webhooks\.json:.* targets\[0\]\.url: .*192\.168\.1\.5 is not a public/),
  ]);
  expect((await found(local, 'any')).said).toEqual([]);
  expect((await found(local)).said).toEqual([]);
});

test('settings of an import that do not exist are errors, with the ones that were probably meant', async () => {
  const { said } = await found(
    connections({ whise: { urll: 'x' }, wise: {} }, { types: { '99': 77 }, managers: { 'Wim P.': 'wim-prost' } }),
  );
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/types\.99: found 77; use the WebID of a type in property-types\.json: 1, /),
    expect.stringMatching(/managers\.Wim P\.: found "wim-prost"; .*did you mean "wim-proost"\?/),
    expect.stringMatching(/connections\.whise\.urll: .*does not exist; use clientId, .*did you mean "url"\?/),
    expect.stringMatching(/connections\.wise: .*did you mean "whise"\?/),
  ]);
});
