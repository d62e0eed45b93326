import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CrmProblem } from '../../src/features/crm/crm.ts';
import { openCrmConnection } from '../../src/features/import/download.server.ts';
import { importSettings } from '../../src/features/import/settings.ts';
import { whise } from '../../src/importers/whise.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english } from '../support/english.ts';
import { EXPORTS } from '../support/import-export.ts';
import { pageOf, startWhise, type WhiseServer } from '../support/whise-server.ts';

const recorded = () => JSON.parse(readFileSync(join(EXPORTS, 'whise.json'), 'utf8')).estates;
const estate = (id: number, more: object = {}) => ({
  ...recorded()[0],
  id,
  referenceNumber: `W-${id}`,
  pictures: [],
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => estate(700_001 + at));
const settings = importSettings.parse({});
const request = openGuardedFetch('any');
const factsOf = (more: object, given = settings) => {
  const reading = english(whise.read([{ name: 'a', text: JSON.stringify(pageOf([estate(1, more)], 0)) }], given));
  return reading.ok ? (reading.properties[0]?.facts ?? null) : reading;
};

describe('an estate of Whise', () => {
  test('becomes a property with its texts, details and pictures', () => {
    const reading = english(
      whise.read([{ name: 'a', text: readFileSync(join(EXPORTS, 'whise.json'), 'utf8') }], settings),
    );
    if (!reading.ok) throw new Error(reading.message);
    expect(reading.properties).toHaveLength(2);
    expect(reading.properties[0]).toMatchObject({
      sourceId: '700101',
      facts: {
        RecordFile: 'W-101',
        Goal: 0,
        Status: 1,
        Marquee: 5,
        WebIDs: '1',
        TypeDescription: { nl: 'Demo woning', fr: 'Demo woning' },
        DescriptionA: {
          nl: 'Gezinswoning met tuin.\nRustig gelegen én dicht bij de stad.',
          fr: 'Maison familiale avec jardin.',
        },
        Price: 429000,
        PublishPrice: true,
        PublishAddress: true,
        GoogleX: 50.94266,
        GoogleY: 4.33288,
        EnergyPerformance: 246,
        EPCLabelText: 'C',
        EPCNumber: '20260612-0003680161-RES-1',
        EPCExpiryDate: '2035-08-18',
        CreatedDate: '2026-09-02 08:00:00',
        SurfaceLiving: 182,
        NumberOfBedRooms: 3,
        Construction: 'semi_detached',
        Condition: 'good',
        Heating: 'gas',
        Glazing: 'double',
        Zoning: 'Wg',
        PlanningPermit: 'Vg',
        PreemptionRight: 'Gvkr',
        Availability: 'at_deed',
      },
      pictures: [
        { source: 'https://example.org/p/1600/1.jpg', key: 'whise 1 2026-09-02T07:00:00', id: 1 },
        { source: 'https://example.org/p/1600/2.jpg', id: 2 },
      ],
    });
    // What is not there is false: neither price nor address may be shown.
    expect(reading.properties[1]!.facts).toMatchObject({
      ...{ Goal: 1, Status: 4, Marquee: 4, PublishPrice: false, PublishAddress: false, Price: 1150 },
    });
  });

  test.each([
    [{ purpose: { id: 3 } }, { Goal: 0, PriceUnitText: { nl: 'lijfrente' } }],
    [
      { purposeStatus: { id: 3 }, displayStatusId: 4, status: { id: 5 } },
      { Status: 2, Marquee: 3 },
    ],
    [{ category: { id: 1 }, subCategory: { id: 3 } }, { WebIDs: '5' }],
    [{ category: { id: 6 }, subCategory: { id: 90 } }, { WebIDs: '9' }],
    [{ energyClass: 'App' }, { EPCLabelText: 'A++' }],
    [{ country: { id: 5 } }, { CountryID: 50 }],
    [
      {
        details: [
          { id: 998, value: '1' },
          { id: 999, value: '2' },
        ],
      },
      { NumberOfParkings: 3 },
    ],
    [{ details: [{ id: 5555, value: 'B' }] }, { PScore: 'B' }],
    [{ subCategory: { id: 13 } }, { MainTypeName: { en: 'villa' } }],
    [{ displayPrice: undefined }, { PublishPrice: false }],
  ])('%j becomes %j', (more, facts) => {
    const own = {
      lifeAnnuityText: { nl: 'lijfrente' },
      types: { 'category 6': 9 },
      fields: { whise: { 5555: 'PScore' } },
    };
    expect(factsOf(more, importSettings.parse(own))).toMatchObject(facts);
  });

  test.each([
    [{ displayStatusId: 1 }],
    [{ displayStatusId: 4 }],
    [{ purposeStatus: { id: 9 } }],
    [{ status: { id: 5 } }],
  ])('%j is not on offer', (more) => expect(factsOf(more)).toBeNull());

  test('an agency may say that prices and addresses without a mark are shown', () => {
    const own = importSettings.parse({ connections: { whise: { absentIsShown: true } } });
    expect(factsOf({ displayPrice: undefined, displayAddress: undefined }, own)).toMatchObject({
      PublishPrice: true,
      PublishAddress: true,
    });
    expect(factsOf({ displayAddress: false }, own)).toMatchObject({ PublishAddress: false });
  });
});

describe('the list of estates', () => {
  let server: WhiseServer;
  const secrets = { WHISE_USERNAME: 'agency', WHISE_PASSWORD: 'right' };
  const fetchWith = (given: object = {}) =>
    whise.fetch!(
      openCrmConnection({
        ...{ name: 'whise', options: { url: server.url, clientId: 12 }, secrets, request },
        ...{ pauseMs: 1, attemptMs: 1000, perSecond: 1000, cacheDir: '', ...given },
      }),
    );
  const read = async () => english(whise.read(await fetchWith(), settings));
  beforeEach(async () => {
    server = await startWhise(many(120));
  });

  test('is fetched page by page with the token of the agency, and nothing else', async () => {
    // On a busy machine a quick attempt may be over before its response, and would be made twice.
    const patient = await fetchWith({ attemptMs: 20_000 });
    expect(english(whise.read(patient, settings))).toMatchObject({
      ok: true,
      properties: expect.objectContaining({ length: 120 }),
    });
    expect(server.asked.map(({ path }) => path)).toEqual([
      ...['/token', '/v1/admin/clients/token', '/v1/estates/list', '/v1/estates/list', '/v1/estates/list'],
    ]);
    expect(server.asked.at(-1)!.body).toEqual({ Page: { Limit: 50, Offset: 100 } });
  });

  test('is asked for at most four times in a second', async () => {
    const started = performance.now();
    await fetchWith({ perSecond: undefined });
    expect(server.asked).toHaveLength(5);
    // Timers may end a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test.each<[string, NonNullable<WhiseServer['misbehave']>]>([
    ['busy (429)', ({ count }, response) => count === 2 && !!response.writeHead(429, { 'Retry-After': '0' }).end()],
    ['broken (500)', ({ count }, response) => count < 4 && !!response.writeHead(500).end()],
    ['silent', ({ count }) => count === 1],
    [
      'cut off in the middle of a page',
      ({ count }, response) => {
        if (count !== 1) return false;
        response.writeHead(200, { 'Content-Length': 5000 }).write('{"estates": [');
        setTimeout(() => response.destroy(), 20);
        return true;
      },
    ],
  ])('is fetched although Whise is %s for a moment', async (_how, misbehave) => {
    server.misbehave = misbehave;
    expect(await read()).toMatchObject({ ok: true, properties: expect.objectContaining({ length: 120 }) });
  });

  test.each<[string, NonNullable<WhiseServer['misbehave']>, RegExp]>([
    [
      'a page is missing',
      ({ offset }, response) => offset === 50 && !!response.end(JSON.stringify({ ...pageOf(server.estates, 120) })),
      /70 of 120 estates arrived; the next import/,
    ],
    [
      'an estate comes twice',
      ({ offset }, response) => offset === 50 && !!response.end(JSON.stringify(pageOf(server.estates, 49))),
      /119 of 120 estates arrived, some of them twice/,
    ],
    [
      'the list changes meanwhile',
      ({ offset }, response) => offset === 100 && !!response.end(JSON.stringify(pageOf(server.estates.slice(1), 100))),
      /changed while it was read \(120 and 119 estates\)/,
    ],
    [
      'a page is half a response',
      ({ offset }, response) => offset === 50 && !!response.end('{"estates": [{"id": 7'),
      /estates 51 to 100 is no response of Whise: was it cut off\?/,
    ],
    [
      'the request is not understood',
      (_asked, response) => !!response.end(readFileSync(join(EXPORTS, 'whise-refused.json'))),
      /did not take the request: Could not find member 'PageSize'/,
    ],
  ])('is refused when %s', async (_what, misbehave, message) => {
    server.misbehave = misbehave;
    const reading = await read().catch((error: unknown) => {
      if (!(error instanceof CrmProblem)) throw error;
      return { ok: false, message: error.message };
    });
    expect(reading).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    server.misbehave = null;
    expect(await read()).toMatchObject({ ok: true });
  });

  test.each<[string, object, RegExp]>([
    ['a wrong password', { secrets: { ...secrets, WHISE_PASSWORD: 'wrong' } }, /refused the login \(401\)/],
    ['no password', { secrets: {} }, /^WHISE_USERNAME is not set: put the key of whise into \.env$/],
    ['another client', { options: { clientId: 13 } }, /\/v1\/admin\/clients\/token\) refused the login \(403\)/],
    ['no client', { options: {} }, /connections\.whise\.clientId/],
    ['requests to public addresses only', { request: openGuardedFetch('public') }, /is not asked: http is not used/],
  ])('is not read with %s, and no key is in the message', async (_what, given, message) => {
    const options = { url: server.url, ...('options' in given ? (given.options as object) : { clientId: 12 }) };
    const problem = await fetchWith({ ...given, options }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(CrmProblem);
    expect((problem as Error).message).toMatch(message);
    expect((problem as Error).message).not.toMatch(/right|wrong|agency$/);
  });
});
