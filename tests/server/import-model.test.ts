import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { OWNED } from '../../src/importers/property-of-rows.ts';
import type { Content } from '../../src/server/catalogue/content/content.ts';
import { readContent } from '../../src/server/catalogue/content/read-content.ts';
import { readGiven, writeGiven } from '../../src/server/operations/import/given-values.ts';
import { planImport } from '../../src/server/operations/import/plan-import.ts';
import { readPropertyFiles } from '../../src/server/operations/import/property-file.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

type Data = Record<string, unknown>;
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
const REQUIRED = {
  ...{ ID, RecordFile: 'R', Goal: 0, Status: 1, WebIDs: '1', Zip: '1860', City: { nl: 'Meise' }, CountryID: 10 },
  ...{ TypeDescription: { nl: 'Huis' }, PublishAddress: false, CreatedDate: '2026-01-02' },
};

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

/** Imports what the vendor has, as the import does without its network and its messages. */
async function importOne(dataDir: string, file: string, { French, ...facts }: Data, photos: readonly string[]) {
  const stored = new Map([...readPropertyFiles(contentDir)].filter(([id]) => id === ID));
  const DescriptionA = { nl: 'Tekst', ...(French !== undefined && { fr: French }) };
  const { plan, files, given } = planImport({
    properties: [
      {
        ...{ id: ID, sourceId: String(ID), notes: [], facts: { ...REQUIRED, ...facts, DescriptionA } },
        pictures: photos.map((source) => ({ source })),
      },
    ],
    ...{
      source: 'whise',
      owned: [...OWNED, 'SurfaceLiving'],
      isPartial: true,
      hasGaps: false,
      goneIds: new Set<number>(),
      stored,
      around,
    },
    ...{ given: readGiven(dataDir, 'whise'), accepted: new Set<string>(), accept: new Set<number>() },
    ...{ today: '2026-11-27', pathOf: ({ source }) => source },
  });
  expect(plan.skipped).toEqual([]);
  for (const { merged } of files) writeFileSync(file, JSON.stringify(merged(stored.get(ID)?.data ?? null)));
  await writeGiven(dataDir, 'whise', given);
}

test('what a vendor sends arrives, and what an editor changed stays, however often both change it', async () => {
  const rounds = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const dataDir = testFolder();
      mkdirSync(join(dataDir, 'import'), { recursive: true });
      const { file, read, write } = openFile();
      const vendor: Data = { Price: 300_000, PublishPrice: true };
      let photos: readonly string[] = ['a.jpg', 'b.jpg'];
      writeFileSync(file, '{}');
      await importOne(dataDir, file, vendor, photos);
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
          } else if (one.who === 'vendor') vendor[one.field] = one.value;
          // A text that an editor removes is the vendor's again.
          else if (read()[one.field] !== one.value && (one.field !== 'French' || one.value !== undefined)) {
            write({ ...read(), [one.field]: one.value });
            // Who writes what the import gave takes his change back.
            if (one.value === imported[one.field]) edited.delete(one.field);
            else edited.set(one.field, one.value);
          }
        }
        await importOne(dataDir, file, vendor, photos);
        imported = { ...vendor };
        const after = read();
        for (const field of Object.keys(FIELDS)) {
          if (edited.has(field) && isDeepStrictEqual(edited.get(field), vendor[field])) edited.delete(field);
          expect([field, after[field]]).toEqual([field, edited.has(field) ? edited.get(field) : vendor[field]]);
        }
        const urls = (after.XLargePictureItems as { Url: string }[]).map(({ Url }) => Url);
        expect(urls).toEqual([...(hasOwnPhoto ? ['own.jpg'] : []), ...photos]);
        await importOne(dataDir, file, vendor, photos);
        expect(read()).toEqual(after);
      }
    }),
    { numRuns: 100 },
  );
});
