import { expect, inject, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { attributeValue } from '../../src/features/property/attribute-value.ts';
import { ATTRIBUTES } from '../../src/features/property/attributes.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { encoded, mainOf, open } from '../support/browse.ts';

/** What is said of energy is drawn, and these are said by the first view in other words. */
const ELSEWHERE = new Set(['EnergyPerformance', 'EPCLabelText']);

test('every attribute that a property on offer has is on its page, under its name', async () => {
  const { content } = readContent(inject('site').contentDir);
  loadLabels(content!.labels);
  const site = siteOfContent(content!);
  const t = labelsIn('nl');
  const lost: string[] = [];
  let facts = 0;
  for (const property of content!.properties) {
    const listing = site.listing(property.ID);
    if (!listing || listing.gone || listing.archived) continue;
    const words = mainOf(await open(encoded(site.listingPath(listing, 'nl'))));
    for (const attribute of ATTRIBUTES) {
      const isSaid = [attribute.label, attribute.short].some((label) => label && words.includes(t(label)));
      if (ELSEWHERE.has(attribute.key) || !attributeValue(attribute, property, 'nl')) continue;
      facts += 1;
      if (!isSaid) lost.push(`${property.ID}: ${attribute.key}`);
    }
  }
  expect(facts).toBeGreaterThan(ATTRIBUTES.length);
  expect(lost).toEqual([]);
}, 60_000);
