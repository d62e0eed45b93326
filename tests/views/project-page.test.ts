import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { linksOf, open, wordsOf } from '../support/browse.ts';
import { testFolder } from '../support/folder.ts';
import { change } from '../support/small-content.ts';
import { copyContent } from '../support/test-site.ts';

const UNITS = [35141, 35142, 35143];
const page = (code = 'nl') => open(`/${code}/${{ nl: 'projecten', fr: 'projets' }[code]}/x/y/801/`);
const idIn = (href: string) => Number(/\/(\d+)\/$/.exec(href)?.[1]);

describe('the page of a project', () => {
  test('has a table of its units with surface, price and state, those that are free first', async () => {
    const rows = [...(await page()).querySelectorAll('.units-table tbody tr')];
    expect(rows.map((row) => idIn(linksOf(row)[0] ?? '')).sort()).toEqual(UNITS);
    expect(wordsOf(rows[0]!)).toMatch(/\d+ m² ?Vanaf € 559\.000 Beschikbaar$/);
    expect(wordsOf(rows.at(-1)!)).toMatch(/– Verkocht$/);
  });

  test('leads from each unit on the elevation to its page, with price and state in its name', async () => {
    const links = [...(await page('fr')).querySelectorAll('.elevation svg a')];
    expect(links.map((link) => idIn(link.getAttribute('href') ?? ''))).toEqual(UNITS);
    expect(links[0]?.getAttribute('aria-label')).toMatch(/€\s559\.000, Disponible$/);
    for (const link of links) {
      const box = link.querySelector('rect')!;
      expect(Number(box.getAttribute('width'))).toBeGreaterThan(100);
      expect(Number(box.getAttribute('x')) + Number(box.getAttribute('width'))).toBeLessThanOrEqual(1600);
    }
  });

  test('without an elevation has none', async () => {
    expect((await open('/nl/projecten/x/y/803/')).querySelector('.elevation')).toBeNull();
  });
});

test('an elevation that names a property of another project is reported, and blocks nothing', async () => {
  const contentDir = `${testFolder()}/content`;
  copyContent(contentDir);
  change(`${contentDir}/projects/801.json`, (project) => {
    project.Elevation.Areas[0].Unit = 35187;
    return project;
  });
  const { content, problems } = await checkContent({ contentDir, dataDir: testFolder() });
  expect(content).not.toBeNull();
  expect(problems).toContainEqual(expect.objectContaining({ field: 'Elevation.Areas[0].Unit', severity: 'warning' }));
});

describe('the page of a property that is sold', () => {
  test('asks who else sells there, and offers an alert around its price', async () => {
    const seller = (await open('/nl/te-koop/x/y/35103/')).querySelector('.seller')!;
    expect(wordsOf(seller)).toMatch(/^Verkoopt u ook in .+\?/);
    const [valuation = '', alert = ''] = linksOf(seller);
    expect(valuation).toBe('/nl/gratis-schatting/');
    const query = new URL(alert, 'http://localhost').searchParams;
    expect(query.get('goal')).toBe('sale');
    expect(Number(query.get('minPrice'))).toBeLessThan(Number(query.get('maxPrice')));
    const form = await open(alert);
    expect(form.querySelector('[name=minPrice]')?.getAttribute('value')).toBe(query.get('minPrice'));
  });

  test('one that can be had has no such offer, and a bid is a button', async () => {
    const main = await open('/nl/te-koop/x/y/35187/');
    expect(main.querySelector('.seller')).toBeNull();
    expect([...main.querySelectorAll('.pricebox .button')].map((button) => button.textContent?.trim())).toContain(
      'Doe een bod',
    );
  });
});
