import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CrmProblem } from '../../src/features/crm/crm.ts';
import { openCrmConnection } from '../../src/features/import/download.server.ts';
import { importSettings } from '../../src/features/import/settings.ts';
import { skarabee } from '../../src/importers/skarabee.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english } from '../support/english.ts';
import { testFolder } from '../support/folder.ts';
import { EXPORTS } from '../support/import-export.ts';

const recorded = readFileSync(join(EXPORTS, 'skarabee.xml'), 'utf8');
const settings = importSettings.parse({});
const soapEmpty = '<GetPublicationResponse><GetPublicationResult/></GetPublicationResponse>';
type Misbehave = (id: string | null, response: ServerResponse) => boolean;
const read = (text: string, given = settings) => english(skarabee.read([{ name: 'a.xml', text }], given));
const factsOf = (from: string | RegExp, to: string, given = settings) => {
  const reading = read(recorded.replace(from, to), given);
  return reading.ok ? (reading.properties[0]?.facts ?? null) : reading;
};

describe('a publication of Skarabee', () => {
  test('becomes a property: decimals with a comma, -1 and UNDEFINED are nothing', () => {
    const reading = read(recorded);
    if (!reading.ok) throw new Error(reading.message);
    expect(reading).toMatchObject({ isPartial: true });
    const [property] = reading.properties;
    expect(property).toMatchObject({
      sourceId: '9001',
      notes: [],
      facts: {
        RecordFile: 'S-1',
        Goal: 0,
        Status: 1,
        Marquee: 5,
        WebIDs: '1',
        Price: 365000,
        PublishPrice: true,
        PublishAddress: false,
        Street: 'Voorbeeldstraat',
        HouseNumber: '9A',
        Zip: '1860',
        City: { nl: 'Meise' },
        CountryID: 10,
        GoogleX: 50.94,
        GoogleY: 4.33,
        TypeDescription: { nl: 'Woning met tuin' },
        DescriptionA: { nl: 'Tekst' },
        Construction: 'semi_detached',
        Condition: 'to_refresh',
        Heating: 'gas',
        Glazing: 'double',
        OrientationGarden: 'SW',
        HasCellar: true,
        Zoning: 'WgLk',
        PlanningPermit: 'Vg',
        AllotmentPermit: 'Vv',
        PreemptionRight: 'Gvkr',
        Summons: 'none',
        JudicialDecision: 'Gmo',
        Heritage: 'none',
        FloodZone: 'none',
        PScore: 'A',
        EnergyPerformance: 412,
        EPCLabelText: 'E',
        EPCExpiryDate: '2034-06-12',
        CadastralIncome: 850,
      },
      pictures: [{ source: 'https://example.org/p/s1.jpg', key: expect.stringMatching(/^skarabee .*2026-09-01/) }],
    });
    for (const absent of ['SurfaceLiving', 'HasLift', 'EPCTotalConsumption'])
      expect(property!.facts).not.toHaveProperty(absent);
  });

  test.each<[string, string, object]>([
    ['OPTION_FOR_SALE', 'RENTED', { Goal: 1, Status: 4, Marquee: 4 }],
    ['X="4,33" Y="50,94"', 'X="50,94" Y="4,33"', { GoogleX: 50.94, GoogleY: 4.33 }],
    ['>true</HideHouseNumber>', '>false</HideHouseNumber>', { PublishAddress: true }],
    ['<Sort>Dwelling</Sort>', '<Sort>Industry</Sort>', { WebIDs: '3' }],
    [
      '<Description>Tekst</Description>',
      '<Description>&lt;p&gt;Eén&lt;/p&gt;&lt;p&gt;Twee&lt;/p&gt;</Description>',
      {
        DescriptionA: { nl: 'Eén\n\nTwee' },
      },
    ],
  ])('%s as %s becomes %j', (from, to, facts) => expect(factsOf(from, to)).toMatchObject(facts));

  test('what is not on offer is left out, and the code of the texts is a setting', () => {
    expect(factsOf('OPTION_FOR_SALE', 'PROSPECT_SALE')).toBeNull();
    const own = importSettings.parse({ connections: { skarabee: { descriptionCode: 'PRINT' } } });
    expect(factsOf('', '', own)).not.toHaveProperty('DescriptionA');
  });
});

describe('the publications', () => {
  const soap = (content: string) =>
    '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">' +
    `<soap:Body>${content}</soap:Body></soap:Envelope>`;
  const summaries = (ids: readonly string[], off: readonly string[] = []) =>
    soap(
      `<GetPublicationSummariesResponse><GetPublicationSummariesResult><PublicationSummaries>${[...ids, ...off]
        .map(
          (id) =>
            `<PublicationSummary><ID>${id}</ID><Modified>${modified}</Modified>` +
            `<Active>${!off.includes(id)}</Active></PublicationSummary>`,
        )
        .join('')}</PublicationSummaries></GetPublicationSummariesResult></GetPublicationSummariesResponse>`,
    );
  let misbehave: Misbehave | null = null;
  let url = '';
  let cacheDir = '';
  let modified = '';
  let asked: string[] = [];
  const secrets = { SKARABEE_USERNAME: 'agency', SKARABEE_PASSWORD: 'right' };

  beforeEach(async () => {
    [misbehave, asked, cacheDir, modified] = [null, [], testFolder(), '2026-11-01T10:00:00'];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const id = /<PublicationId>(\d+)</.exec(body)?.[1] ?? null;
      asked.push(id ?? 'summaries');
      if (request.headers.authorization !== `Basic ${Buffer.from('agency:right').toString('base64')}`)
        return void response.writeHead(401).end();
      if (misbehave?.(id, response)) return;
      response.end(id ? recorded.replace('<ID>9001</ID>', `<ID>${id}</ID>`) : summaries(['1', '2', '3', '3'], ['4']));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/weblink.asmx`;
  });

  const readAll = async (given: object = {}) => {
    const connection = openCrmConnection({
      ...{
        name: 'skarabee',
        options: { url },
        secrets,
        request: openGuardedFetch('any'),
        pauseMs: 1,
        attemptMs: 2000,
        cacheDir,
      },
      ...given,
    });
    try {
      return english(skarabee.read(await skarabee.fetch!(connection), settings));
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      return { ok: false as const, message: error.message };
    }
  };

  test('are fetched one by one, each active one once', async () => {
    const reading = await readAll();
    expect(reading).toMatchObject({ ok: true, isPartial: false });
    expect(asked).toEqual(['summaries', '1', '2', '3']);
  });

  test.each<[string, Misbehave, RegExp]>([
    ['none arrives', (id, response) => id !== null && !!response.end(soap(soapEmpty)), /publication 3 did not arrive/],
    [
      'the service reports a fault',
      (_id, response) =>
        !!response.end(
          soap('<soap:Fault><soap:Reason><soap:Text>Access denied</soap:Text></soap:Reason></soap:Fault>'),
        ),
      /Skarabee refused it \(Access denied\)/,
    ],
    [
      'it sends a web page',
      (_id, response) => !!response.end('<!DOCTYPE html><h1>Down</h1>'),
      /is no response of Skarabee/,
    ],
    ['it stays broken', (_id, response) => !!response.writeHead(503).end(), /weblink\.asmx\) responded with 503/],
  ])('are refused when %s, and the next import reads them', async (_what, how, message) => {
    misbehave = how;
    expect(await readAll()).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    misbehave = null;
    expect(await readAll()).toMatchObject({ ok: true });
  });

  test.each<[string, Misbehave, RegExp]>([
    ['is missing', (id, response) => id === '2' && !!response.end(soap(soapEmpty)), /publication 2 did not arrive/],
    [
      'is cut off',
      (id, response) => id === '2' && !!response.end(recorded.slice(0, 900)),
      /publication 2 is no response/,
    ],
    [
      'is a fault',
      (id, response) =>
        id === '2' &&
        !!response.writeHead(400).end(soap('<soap:Fault><faultstring>Bad key</faultstring></soap:Fault>')),
      /responded with 400 \(Bad key\)/,
    ],
  ])('are imported when one of them %s, which stays as it was', async (_what, how, message) => {
    misbehave = how;
    const reading = await readAll();
    expect(reading.ok && reading.properties.map(({ sourceId, unusable }) => [sourceId, unusable])).toEqual([
      ['2', expect.stringMatching(message)],
      ['1', undefined],
      ['3', undefined],
    ]);
    misbehave = null;
    expect(await readAll()).toMatchObject({ ok: true, properties: [{}, {}, {}] });
  });

  test('are read again only when they have changed', async () => {
    await readAll();
    asked = [];
    expect(await readAll()).toMatchObject({ ok: true, properties: { length: 3 } });
    expect(asked).toEqual(['summaries']);
    modified = '2026-11-02T10:00:00';
    await readAll();
    expect(asked).toEqual(['summaries', 'summaries', '1', '2', '3']);
  });

  test('of a folder are judged by its summaries', () => {
    const files = [
      { name: 'all.xml', text: summaries(['9001', '9002'], ['9003']) },
      { name: 'a.xml', text: recorded },
    ];
    expect(english(skarabee.read(files, settings))).toEqual({
      ...{ ok: false, problem: 'incomplete' },
      message: '1 of 2 active publications did not arrive (9002); the next import reads them again',
    });
  });

  test('are not read with a wrong password', async () => {
    const wrong = { ...secrets, SKARABEE_PASSWORD: 'wrong' };
    expect(await readAll({ secrets: wrong })).toMatchObject({
      message: expect.stringMatching(/refused the login \(401\)/),
    });
  });
});
