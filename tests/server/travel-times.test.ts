import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTravelTimes } from '../../src/features/listing/travel-times.server.ts';
import { sampleCity as city } from '../support/sample-town.ts';

const cities = [city('1000', 50.8), city('2000', 50.9), { ...city('3000', 51.1), Zips: ['3001'] }];
const SEARCH = new URLSearchParams('city=Stad 1000|1000&within=car-30');
const [HERE] = cities;

/** A stand-in for a routing engine: `reply` gives the body, or nothing to never respond. */
async function engine(reply: (request: IncomingMessage, body: string) => unknown) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      const answer = reply(request, body);
      if (typeof answer === 'number') response.writeHead(answer).end('{}');
      else if (answer !== undefined) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('Valhalla is asked for its matrix from all towns to the one that was chosen, once', async () => {
  let asked: { sources: unknown[]; targets: unknown[]; costing: string } | null = null;
  const { base, requests } = await engine((_request, body) => {
    asked = JSON.parse(body);
    return { sources_to_targets: [[{ time: 0 }], [{ time: 600 }], [{ time: null }]] };
  });
  const times = openTravelTimes(`valhalla+${base}/`, (problem) => expect.fail(String(problem)));
  expect(times.minutes(HERE!, 'car')).toBeNull();
  await Promise.all([times.prepare(SEARCH, cities), times.prepare(SEARCH, cities)]);
  await times.prepare(SEARCH, cities);
  expect(requests).toEqual(['POST /sources_to_targets']);
  expect(asked).toMatchObject({
    costing: 'auto',
    targets: [{ lat: 50.8, lon: 4.4 }],
    sources: [{ lat: 50.8 }, { lat: 50.9 }, { lat: 51.1 }],
  });
  expect([...times.minutes(HERE!, 'car')!]).toEqual([
    ['1000', 0],
    ['2000', 10],
  ]);
  expect(times.minutes(HERE!, 'bike')).toBeNull();
});

test('OSRM is asked for its table; every postcode of a town has its time', async () => {
  const { base, requests } = await engine(() => ({ code: 'Ok', durations: [[0], [300], [900]] }));
  const times = openTravelTimes(`osrm+${base}`, (problem) => expect.fail(String(problem)));
  await times.prepare(new URLSearchParams('city=|1000&within=bike-15'), cities);
  expect(requests).toEqual(['GET /table/v1/cycling/4.4,50.8;4.4,50.8;4.4,50.9;4.4,51.1?sources=1;2;3&destinations=0']);
  expect(Object.fromEntries(times.minutes(HERE!, 'bike')!)).toEqual({ 1000: 0, 2000: 5, 3000: 15, 3001: 15 });
});

describe('an engine that fails', () => {
  test.each<[string, unknown]>([
    ['responds with an error', 500],
    ['responds with no JSON', 'no'],
    ['responds with other members', { code: 'Ok' }],
    ['responds with too few times', { code: 'Ok', durations: [[1]] }],
    ['says that it found nothing', { code: 'NoTable', durations: [] }],
  ])('%s: it is reported once, and left alone for a while', async (_how, reply) => {
    const { base, requests } = await engine(() => reply);
    const reports: unknown[] = [];
    const times = openTravelTimes(`osrm+${base}`, (problem) => reports.push(problem));
    await times.prepare(SEARCH, cities);
    await times.prepare(SEARCH, cities);
    expect(times.minutes(HERE!, 'car')).toBeNull();
    expect(reports).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  test('never responds: the list waits three seconds at most', { timeout: 10_000 }, async () => {
    const { base } = await engine(() => undefined);
    const reports: unknown[] = [];
    const times = openTravelTimes(`valhalla+${base}`, (problem) => reports.push(problem));
    const before = performance.now();
    await times.prepare(SEARCH, cities);
    expect(performance.now() - before).toBeLessThan(6000);
    expect(reports).toHaveLength(1);
  });
});

test('without an engine, a town or a time nothing is asked', async () => {
  const { base, requests } = await engine(() => 500);
  const fail = (problem: unknown) => expect.fail(String(problem));
  await openTravelTimes(null, fail).prepare(SEARCH, cities);
  const times = openTravelTimes(`osrm+${base}`, fail);
  for (const search of ['', 'city=|1000', 'city=|1000&within=10', 'within=car-30', 'city=|9999&within=car-30'])
    await times.prepare(new URLSearchParams(search), cities);
  expect(requests).toEqual([]);
});
