import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Content } from '../../src/content/content.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { readGiven, writeGiven } from '../../src/features/import/given-values.server.ts';
import { planImport } from '../../src/features/import/plan-import.server.ts';
import { readPropertyFiles } from '../../src/features/import/property-file.server.ts';
import { importSettings } from '../../src/features/import/settings.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';
import { type Sold, VENDOR_FILES } from '../support/vendor-files.ts';

type Data = Record<string, unknown>;
/** Rounds for each vendor. */
const RUNS = 25;
const ID = 90_001;
/** Fields that both sides change, with plausible values; undefined removes. */
const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  Price: [250_000, 300_000, 350_000],
  PublishPrice: [true, false],
  EnergyPerformance: [100, 200, undefined],
  SurfaceLiving: [80, 120, undefined],
  VirtualTour: ['https://a.example/', 'https://b.example/', undefined],
  French: ['Un', 'Deux', undefined],
};
const PHOTOS = [['a.jpg', 'b.jpg'], ['b.jpg', 'c.jpg'], ['c.jpg'], []];
type Change = { who: 'vendor' | 'editor' } & ({ field: string; value: unknown } | { photos: string[] });
const change: fc.Arbitrary<Change> = fc
  .record({ who: fc.constantFrom('vendor', 'editor') })
  .chain(({ who }) =>
    fc.oneof(
      ...Object.entries(FIELDS).map(([field, values]) =>
        fc.record({ who: fc.constant(who), field: fc.constant(field), value: fc.constantFrom(...values) }),
      ),
      fc.record({ who: fc.constant(who), photos: fc.constantFrom(...PHOTOS) }),
    ),
  ) as fc.Arbitrary<Change>;

let around: Content;
let contentDir = '';
beforeEach(() => {
  contentDir = join(testFolder(), 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});

  around = readContent(contentDir).readable ?? expect.fail('the content cannot be read');
});

/** The file of the property, with the French text as a field of its own. */
function openFile() {
  const file = join(contentDir, `properties/${ID}.json`);
  const read = (): Data => {
    const { DescriptionA, ...data } = JSON.parse(readFileSync(file, 'utf8')) as Data & { DescriptionA?: Data };
    return { ...data, French: DescriptionA?.fr };
  };
  const write = ({ French, ...data }: Data) => {
    const whole = { ...data, DescriptionA: { nl: 'Tekst', ...(French !== undefined && { fr: French }) } };
    writeFileSync(file, JSON.stringify(whole));
  };
  return { file, read, write };
}

/** Imports the file of a vendor, as the import does without its network and its messages. */
async function importOne(dataDir: string, file: string, source: string, sold: Sold) {
  const stored = new Map([...readPropertyFiles(contentDir)].filter(([id]) => id === ID));
  const reading = IMPORTERS[source]!.read(VENDOR_FILES[source]!(ID, sold), importSettings.parse({}));
  if (!reading.ok) return expect.fail(reading.message);
  const { plan, files, given } = planImport({
    properties: reading.properties.map((one) => ({ ...one, id: ID, facts: { ...one.facts, ID } })),
    ...{ source, owned: reading.owned, isPartial: true, hasGaps: false, goneIds: new Set<number>(), stored, around },
    ...{ given: readGiven(dataDir, source), accepted: new Set<string>(), accept: new Set<string>() },
    ...{ today: '2026-11-27', pathOf: ({ source: url }) => url, isFetched: true },
  });
  expect(plan.skipped).toEqual([]);
  for (const { merged } of files) writeFileSync(file, JSON.stringify(merged(stored.get(ID)?.data ?? null)));
  await writeGiven(dataDir, source, given);
}

test.each(Object.keys(VENDOR_FILES))('what %s sends arrives, and what an editor changed stays', async (source) => {
  const fields = Object.keys(FIELDS);
  const rounds = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rounds, fc.nat(14), async (all, start) => {
      let notation = start;
      const dataDir = testFolder();
      mkdirSync(join(dataDir, 'import'), { recursive: true });
      const { file, read, write } = openFile();
      const vendor: Data & Pick<Sold, 'Price' | 'PublishPrice'> = { Price: 300_000, PublishPrice: true };
      const importAll = () => {
        // The same value in another notation is no change.
        notation += 1;
        return importOne(dataDir, file, source, { ...vendor, photos, notation });
      };
      let photos: readonly string[] = ['a.jpg', 'b.jpg'];
      writeFileSync(file, '{}');
      await importAll();
      // The model: an editor's value counts until he writes what the vendor sends.
      const edited = new Map<string, unknown>();
      let hasOwnPhoto = false;
      let imported = { ...vendor };
      for (const changes of all) {
        for (const one of changes) {
          if ('photos' in one && one.who === 'vendor') photos = one.photos;
          else if ('photos' in one) {
            const items = read().XLargePictureItems as { Url: string }[];
            if (!hasOwnPhoto) write({ ...read(), XLargePictureItems: [{ Url: 'own.jpg' }, ...items] });
            hasOwnPhoto = true;
          } else if (one.who === 'vendor') Object.assign(vendor, { [one.field]: one.value });
          // A text that an editor removes is the vendor's again.
          else if (read()[one.field] !== one.value && (one.field !== 'French' || one.value !== undefined)) {
            write({ ...read(), [one.field]: one.value });
            // Who writes what the import gave takes his change back.
            if (one.value === imported[one.field]) edited.delete(one.field);
            else edited.set(one.field, one.value);
          }
        }
        await importAll();
        imported = { ...vendor };
        const after = read();
        for (const field of fields) {
          if (edited.has(field) && isDeepStrictEqual(edited.get(field), vendor[field])) edited.delete(field);
          expect([field, after[field]]).toEqual([field, edited.has(field) ? edited.get(field) : vendor[field]]);
        }
        const urls = (after.XLargePictureItems as { Url: string }[]).map(({ Url }) => Url);
        expect(urls).toEqual([...(hasOwnPhoto ? ['own.jpg'] : []), ...photos]);
        await importAll();
        expect(read()).toEqual(after);
      }
    }),
    { numRuns: RUNS },
  );
});
