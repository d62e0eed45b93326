import { brotliCompressSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { demo, fetchPath, live, SECTIONS, servePortal, site } from '../support/portal-site.ts';

servePortal();

test('the owner sees the property in each language of the site, and the URL sorts and pages tables', async () => {
  expect(site.languages).toEqual(['nl', 'fr']);
  for (const code of site.languages) {
    for (const section of [...SECTIONS, 'owner-account']) {
      const response = await fetchPath(
        `${site.paths.find(section, code)}${section === 'owner-account' ? '' : '?property=35187'}`,
        {
          cookie: demo,
        },
      );
      const text = await response.text();
      expect([response.status, response.headers.get('referrer-policy')], `${code} ${section}`).toEqual([
        200,
        'same-origin',
      ]);
      expect(brotliCompressSync(text).length, `${code} ${section}`).toBeLessThanOrEqual(13_824);
      expect(parse(text).querySelector('html')?.getAttribute('lang')).toBe(code);
    }
  }
  const oldest = parse(
    await (await fetchPath('/nl/eigenaar/bezoeken/?property=35187&sort=at', { cookie: demo })).text(),
  );
  const dates = oldest
    .querySelectorAll('tbody th')
    .map((cell) => cell.text.slice(0, 10).split('-').reverse().join('-'));
  expect(dates.length).toBeGreaterThan(4);
  expect(dates).toEqual([...dates].sort());
  const beyond = await fetchPath('/nl/eigenaar/bezoeken/?property=35187&page=999', { cookie: demo });
  expect([beyond.status, parse(await beyond.text()).querySelectorAll('tbody tr').length]).toEqual([200, dates.length]);
});

test('each page of the portal is stored in no cache and offers to log out', async () => {
  for (const code of site.languages) {
    for (const section of [...SECTIONS, 'owner-account']) {
      const path = `${site.paths.find(section, code)}${section === 'owner-account' ? '' : '?property=35187'}`;
      const response = await fetchPath(path, { cookie: demo });
      expect([response.status, response.headers.get('cache-control')], path).toEqual([200, 'no-store']);
      const form = parse(await response.text()).querySelector('main form[action="/api/owner/logout"]');
      expect([form?.getAttribute('method'), form?.querySelector('button')?.text.trim()], path).toEqual([
        'post',
        expect.stringMatching(/.{4}/),
      ]);
    }
  }
});

test('no page of the portal, nor the login before it, requests a script before it is touched', async () => {
  for (const section of [...SECTIONS, 'owner-account', 'login', 'login-password', 'login-link']) {
    const path = `${site.paths.find(section, 'nl')}?property=35187`;
    const visitor = section.startsWith('login') ? {} : { cookie: demo };
    const text = await (await fetchPath(path, visitor)).text();
    expect(text, path).toContain('</html>');
    expect(text.match(/<script[^>]* src=[^>]*>|modulepreload/g), path).toBeNull();
  }
});

test('the chart has its figures as a table, and they agree', async () => {
  const page = parse(await (await fetchPath('/nl/eigenaar/statistieken/?property=35187', { cookie: demo })).text());
  expect(page.querySelector('svg[role=img] title')?.text).toMatch(/hoogste \d+/);
  const rows = page
    .querySelectorAll('.chart tbody tr')
    .map((row) => Number(row.querySelectorAll('td')[0]?.text.replace('.', '')));
  expect(rows).toHaveLength(30);
  expect(page.querySelector('svg title')?.text).toContain(`hoogste ${Math.max(...rows)}`);
  const [today, , , total] = page.querySelectorAll('.nums dd').map((cell) => cell.text);
  expect([today, total]).toEqual([String(rows[0]), page.querySelectorAll('tfoot td').at(-1)?.text]);
});

test('an owner opens the documents of the own property, and no others', async () => {
  const response = await fetchPath('/api/owner/document?property=35187&n=0', { cookie: demo });
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  for (const path of [
    '/api/owner/document?property=35101&n=0',
    '/api/owner/document?property=35187&n=99',
    '/api/owner/document?n=0',
  ])
    expect((await fetchPath(path, { cookie: demo })).status, path).toBe(404);
});

test('an export holds the whole table, safe for spreadsheets, and names no file but its own', async () => {
  const response = await fetchPath('/api/owner/export?property=35187&kind=viewing&language=fr', { cookie: demo });
  const text = await response.text();
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="35187-viewing.csv"');
  expect(text.split('\r\n')[0]).toBe('Date,Type,Contact,Remarque,Statut');
  expect(text).toContain('Koppel met kinderen');
});

test('public figures have a page of their own and load in place; an unknown property has none', async () => {
  const page = await fetchPath('/nl/statistieken/?property=35187');
  expect([page.status, parse(await page.text()).querySelectorAll('.figures dd').length]).toEqual([200, 4]);
  const inPlace = (await (await fetchPath('/api/statistics?property=35187&language=fr')).json()) as {
    rows: string[][];
  };
  expect(inPlace.rows.map(([name]) => name)).toEqual(['Aujourd’hui', 'Cette semaine', 'Ce mois-ci', 'Total']);
  for (const id of ['99999', 'x', '']) {
    expect((await fetchPath(`/nl/statistieken/?property=${id}`)).status, id).toBe(404);
    expect((await fetchPath(`/api/statistics?property=${id}`)).status, id).toBe(404);
  }
});

test('a view is accepted without a body, whatever is sent, and stores nothing on the device', async () => {
  const property = `${live.url}${site.listingPath(site.listing(35187)!, 'nl')}`;
  for (const body of [`${property}\nhttps://www.google.be/`, '', 'x'.repeat(9000), '\0\n\0']) {
    const response = await fetchPath('/api/views', {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, null]);
  }
});

test('nothing about owners was logged', () => {
  expect(live.log()).toBe('');
});
