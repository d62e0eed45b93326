import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentVersions, recordVersions, unpacked } from '../../src/content/history/content-history.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../src/features/privacy/requests/export-person.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const EMAIL = 'xantippe@zonderspoor.example';

describe.each(ENGINES)('the history of content on %s', (engine) => {
  test('loses a person who is erased; what the files of now say is for a human', async () => {
    const { database } = await openStorage(engine);
    const values = { email: EMAIL, firstName: 'Xantippe', lastName: 'Zonderspoor', message: 'Top kantoor' };
    const { reference } = await storeLead(database, { ...sampleLead({ email: EMAIL }), values });
    const testimonial = (text: string) => JSON.stringify({ name: 'X.', text: { nl: text }, reference });
    const page = (text: string) => JSON.stringify({ title: { nl: text } });
    const states = [
      { file: 'testimonials/testimonial-1.json', text: testimonial('Top kantoor'), by: null },
      { file: 'testimonials/testimonial-1.json', text: testimonial('Top kantoor!'), by: null },
      { file: 'pages/thanks.json', text: page(`Dank u, ${EMAIL}`), by: null },
      { file: 'pages/thanks.json', text: page('Dank u, Zonderspoor'), by: null },
      { file: 'pages/other.json', text: page('Zonder spoor'), by: null },
    ];
    for (const state of states) await recordVersions(database, [state]);

    const records = (found: readonly { record: string }[]) => found.map(({ record }) => record).sort();
    expect(records((await exportPerson(database, EMAIL)).mentions)).toEqual(
      [1, 2]
        .flatMap((number) => [
          `pages/thanks.json, version ${number}`,
          `testimonials/testimonial-1.json, version ${number}`,
        ])
        .sort(),
    );

    const { rows, mentions, left } = await erasePerson(database, EMAIL);
    expect(rows.content_versions).toBe(1);
    expect(mentions).toBe(1);
    expect(records(left)).toEqual(['pages/thanks.json, version 2', 'testimonials/testimonial-1.json, version 2']);
    const kept = await contentVersions(database, { most: 100 });
    expect(kept).toHaveLength(4);
    const bodies = await database.db.selectFrom('content_versions').select('body').execute();
    expect(bodies.map(({ body }) => unpacked(body ?? '')).join()).not.toContain('@zonderspoor');
  });
});

test('the compressed text of an erased version is in no byte of the data folder', async () => {
  const { database } = await openStorage('sqlite');
  await storeLead(database, { ...sampleLead({ email: EMAIL }), values: { email: EMAIL } });
  for (const text of [`{"mail": "${EMAIL}"}`, '{}'])
    await recordVersions(database, [{ file: 'pages/a.json', text, by: null }]);
  const [first] = await database.db.selectFrom('content_versions').select('body').orderBy('number').execute();
  const bytes = () =>
    readdirSync(database.dataDir)
      .map((file) => readFileSync(join(database.dataDir, file), 'latin1'))
      .join('');
  expect(bytes()).toContain(first!.body!);
  await erasePerson(database, EMAIL);
  expect(bytes()).not.toContain(first!.body!);
});
