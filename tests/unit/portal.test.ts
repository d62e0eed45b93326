import { beforeAll, describe, expect, test } from 'vitest';
import { chartShape } from '../../src/features/owner/portal/chart-shape.ts';
import { entryWords, shortName, when } from '../../src/features/owner/portal/portal-words.ts';
import { portalImport } from '../../src/features/owner/portal-import.ts';
import type { PropertyEntry } from '../../src/features/owner/property-entry.ts';
import { dayBefore, viewPeriods, viewSourceOf } from '../../src/features/statistics/views.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { readLabels } from '../../src/i18n/resources.server.ts';
import { passwordProblem } from '../../src/platform/accounts/passwords.server.ts';
import { isLocal } from '../../src/platform/environment/environment.server.ts';
import { deviceName } from '../../src/platform/text/device-name.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';

beforeAll(() => loadLabels(readLabels('tests/fixtures/agency', ['nl', 'fr', 'en', 'de'])));

describe('days and periods', () => {
  test.each([
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-21'],
    ['2026-07-01T21:59:59Z', '2026-07-01'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
  ])('%s is %s in Brussels', (moment, day) => {
    expect(brusselsDay(new Date(moment))).toBe(day);
  });

  test.each([
    ['2026-11-16', '2026-11-16', '2026-11-01'],
    ['2026-11-22', '2026-11-16', '2026-11-01'],
    ['2026-03-01', '2026-02-23', '2026-03-01'],
    ['2027-01-01', '2026-12-28', '2027-01-01'],
  ])('the week of %s begins on Monday %s, its month on %s', (today, week, month) => {
    expect(viewPeriods(today)).toMatchObject({ today, week, month });
  });

  test('the chart shows 30 days, also across the change of the clock', () => {
    expect(viewPeriods('2026-04-10').chart).toBe('2026-03-12');
    expect(dayBefore('2026-03-30', 1)).toBe('2026-03-29');
  });
});

describe('the source of a visitor', () => {
  const page = 'https://www.proefhof.example/nl/te-koop/x/y/1/';
  test.each([
    [page, '', 'direct'],
    [page, 'https://www.proefhof.example/nl/', 'direct'],
    [page, 'https://www.google.be/', 'search'],
    [page, 'https://google.com.evil.example/', 'other'],
    [page, 'https://m.facebook.com/', 'social'],
    [page, 'https://notfacebook.com/', 'other'],
    [`${page}?utm_medium=email&utm_source=x`, 'https://www.google.be/', 'mail'],
    [`${page}?gclid=1`, 'https://www.google.be/', 'campaign'],
    ['nonsense', 'nonsense', 'direct'],
  ])('%s from %s is %s', (seen, referrer, source) => {
    expect(viewSourceOf({ page: seen, referrer, host: 'www.proefhof.example' })).toBe(source);
  });
});

describe('passwords', () => {
  test.each([
    ['elf tekens!', 'short'],
    ['qzvkwjxmrtlp', null],
    ['password1234', 'common'],
    ['aaaaaaaaaaaaaaaa', 'common'],
    ['qwertyuiop12', 'common'],
    ['123456789012', 'common'],
    ['margrietmaertens', 'common'],
    ['x'.repeat(129), 'long'],
    ['Vk7zw2Qp'.repeat(16), null],
    ['zeven paarden onder de regenboog', null],
    ['åéîøü ñçšž ẃý', null],
  ])('%s is rated %s', async (password, problem) => {
    expect(await passwordProblem(password, ['margriet.maertens@eigenaar.example', 'Margriet Maertens'])).toBe(problem);
  });
});

describe('the text of an entry', () => {
  const entry: PropertyEntry = {
    origin: 'viewing',
    id: '1',
    at: '2026-11-18T10:00:00.000Z',
    type: 'viewing',
    contact: 'Karel Van den Broeck',
    subject: '',
    comment: 'Mooi',
    status: 'confirmed',
    source: '',
    link: '',
    interest: 'yes',
  };
  const now = new Date('2026-11-19T00:00:00Z');

  test('a confirmed viewing is over once its hour has passed', () => {
    expect(entryWords(entry, { t: labelsIn('nl'), language: 'nl' }, now)).toMatchObject({
      at: '18-11-2026, 11:00',
      type: 'Bezoek',
      status: 'Afgerond',
      settled: true,
      comment: 'Geïnteresseerd. Mooi',
    });
    expect(
      entryWords({ ...entry, at: '2026-11-20T10:00:00.000Z' }, { t: labelsIn('de'), language: 'de' }, now),
    ).toMatchObject({
      status: 'Geplant',
      settled: false,
    });
  });

  test('visitors are named by first name and initial, contacts of the agency as written', () => {
    expect(entryWords(entry, { t: labelsIn('nl'), language: 'nl' }, now).contact).toBe('Karel V.');
    expect(entryWords({ ...entry, origin: 'entry' }, { t: labelsIn('nl'), language: 'nl' }, now).contact).toBe(
      'Karel Van den Broeck',
    );
    const values = JSON.stringify({ firstName: 'An', lastName: 'Maertens', email: 'an@example.be', message: 'geheim' });
    expect(
      entryWords({ ...entry, origin: 'lead', contact: values }, { t: labelsIn('nl'), language: 'nl' }, now).contact,
    ).toBe('An M.');
  });

  test('unknown words are shown as received, also those that are members of objects', () => {
    for (const word of ['Kijkdag', 'constructor', '__proto__'])
      expect(
        entryWords({ ...entry, type: word, status: word, interest: word }, { t: labelsIn('fr'), language: 'fr' }, now),
      ).toMatchObject({
        type: word,
        status: word,
        comment: 'Mooi',
      });
  });

  test.each([
    ['', ''],
    ['Jan', 'Jan'],
    ['  élise   de smet ', 'élise D.'],
  ])('"%s" is shown as "%s"', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });

  test('a day alone has no time', () => {
    expect([when('2026-11-18', 'nl'), when('2026-07-18T12:30:00.000Z', 'nl'), when('x', 'nl')]).toEqual([
      '18-11-2026',
      '18-07-2026, 14:30',
      '',
    ]);
  });
});

describe('the chart', () => {
  const days = Array.from({ length: 30 }, (_, at) => ({ day: dayBefore('2026-11-21', 29 - at), views: at }));

  test('has a bar per day with views, a dot per viewing, and stays inside its frame', () => {
    const shape = chartShape(days, { '2026-11-21': 2, '2026-11-01': 1 });
    expect(shape.bars.match(/M/g)).toHaveLength(29);
    expect([shape.dots.length, shape.least, shape.most]).toEqual([3, 0, 29]);
    for (const { x, y } of shape.dots) expect(x > 0 && x < shape.width && y > 0 && y < shape.height).toBe(true);
    expect(shape.days.at(-1)).toMatchObject({ day: '2026-11-21', end: true });
  });

  test('without data is an empty frame with whole numbers beside it', () => {
    const shape = chartShape(
      days.map(({ day }) => ({ day, views: 0 })),
      {},
    );
    expect([shape.bars, shape.dots]).toEqual(['', []]);
    expect(shape.lines.every(({ value }) => Number.isInteger(value))).toBe(true);
  });
});

test('an import file is refused with one sentence per mistake', () => {
  const result = portalImport.safeParse({
    viewings: [{ property: 35187, id: 1, date: '2026-02-31' }],
    media: [{ property: 1, id: 2, date: '2026-01-01', source: 'A', link: 'javascript:alert(1)' }],
    more: [],
  });
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['viewings.0.date', 'media.0.link', '']);
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      'Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  ['curl/8', ''],
])('%s is shown as "%s"', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test.each([
  ['http://localhost:4321', true],
  ['http://127.0.0.1:4321', true],
  ['http://[::1]:4321', true],
  ['https://www.proefhof.example', false],
  ['https://localhost.evil.example', false],
])('the demo owner may be made at %s: %s', (url, local) => {
  expect(isLocal(url)).toBe(local);
});
